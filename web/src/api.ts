/** The words exchanged with the server, and the requests that need no live connection. */

import { settings } from "./settings.svelte";
import type {
  Drawing,
  EventMessage,
  GameFacts,
  LastMove as AnyMove,
  MatchMessage,
  NetworkMessage,
  NewMatchRequest,
  OutcomeMessage,
  Problem,
  StateMessage,
} from "./wire.gen";

export type { GameOption, Lesson, Proof, SeatWish, Short } from "./wire.gen";
export type GameInfo = GameFacts;
export type Match = MatchMessage;
export type MatchEvent = EventMessage;
export type Network = NetworkMessage;
export type Outcome = OutcomeMessage;
/** The last move as it comes with a drawing. */
export type LastMove = Required<AnyMove>;
/** The state of a table as it comes with `scenes=1`. */
export type State = StateMessage & Drawing & { last: LastMove | null };

/** A refusal in the reader's language. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  let [code, text] = ["failed", settings.say("failed")];
  try {
    const said = (await response.json()) as Partial<Problem>;
    [code, text] = [said.code ?? code, said.text ?? text];
  } catch {
    // Something between us and the server answered: our own sentence will do.
  }
  throw new Refused(code, text);
}

function address(path: string, query: Record<string, string | number | undefined> = {}): string {
  const parts = new URLSearchParams({ lang: settings.lang });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parts.set(name, String(value));
  }
  return `/api/${path}?${parts}`;
}

export async function get<T>(
  path: string,
  query: Record<string, string | number | undefined> = {},
): Promise<T> {
  return answer<T>(await fetch(address(path, query)));
}

export async function post<T>(
  path: string,
  body: unknown,
  query: Record<string, string> = {},
): Promise<T> {
  const text = typeof body === "string";
  const headers = { "Content-Type": text ? "text/plain" : "application/json" };
  const content = text ? body : JSON.stringify(body);
  return answer<T>(await fetch(address(path, query), { method: "POST", headers, body: content }));
}

/** A fresh id for an action, and a player's own contribution to the chance of a match. */
export function randomHex(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return [...raw].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds to the chance of a match whose commitment is known; without it the match starts later. */
export async function contribute(match: Match): Promise<void> {
  const body = { id: randomHex(10), contribution: randomHex(16) };
  await post(`matches/${match.id}/contributions`, body).catch(() => undefined);
}

export async function createMatch(wish: NewMatchRequest): Promise<Match> {
  const match = await post<Match>("matches", { ...wish, contribute: true });
  await contribute(match);
  return match;
}

/** Begins the usual game against bots of a level; lots are drawn for who begins. */
export async function playBots(game: GameInfo, level: number): Promise<Match> {
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const bots = Array.from({ length: Math.min(...game.seats) - 1 }, () => ({
    kind: "bot" as const,
    level,
  }));
  const seats = [{ kind: "me" as const, name: settings.name }, ...bots];
  return createMatch({ game: game.name, options, seats, order: "random" });
}

export function pictureOf(game: string): string {
  const query = { theme: settings.shade, at: "middle", part: "board", lang: settings.lang };
  return `/api/games/${game}/picture.svg?${new URLSearchParams(query)}`;
}
