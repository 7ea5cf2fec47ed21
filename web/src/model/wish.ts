/** From what a player wants to the seats of a new match. */

import type { GameInfo, SeatWish } from "../api";

export type Opponent = "bot" | "friend" | "here";
export type Beginner = "me" | "other" | "random";

export interface Wish {
  opponent: Opponent;
  level: number;
  begins: Beginner;
  seats: number;
  name: string;
  /** The names of the others at the same device. */
  others?: string[];
}

/** The seats in their order; who is to begin sits first. */
export function seatsOf(wish: Wish): SeatWish[] {
  const me: SeatWish = { kind: "me", name: wish.name };
  const others = Array.from({ length: wish.seats - 1 }, (_, index): SeatWish => {
    if (wish.opponent === "bot") return { kind: "bot", level: wish.level };
    if (wish.opponent === "friend") return { kind: "friend" };
    return { kind: "me", name: wish.others?.[index]?.trim() ?? "" };
  });
  return wish.begins === "other"
    ? [...others.slice(0, 1), me, ...others.slice(1)]
    : [me, ...others];
}

/** How many seats a game has with these options. */
export function seatCount(game: GameInfo, options: Record<string, unknown>): number {
  const setting = game.options.find((option) => option.sets_seats);
  return setting ? Number(options[setting.name]) : Math.min(...game.seats);
}
