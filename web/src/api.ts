/** The words exchanged with the server, and the requests that need no live connection. */

import type { Scene } from "./model/scene";
import type { Tree } from "./model/walk";
import { settings } from "./settings.svelte";

export interface OptionValue {
  value: string | number | null;
  title: string;
}

export interface GameOption {
  name: string;
  title: string;
  default: string | number | null;
  values: OptionValue[];
  data: boolean;
  sets_seats: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  promise: string;
  players: string;
  length: string;
  seats: number[];
  hidden: boolean;
  chance: boolean;
  first_begins: boolean;
  levels: number[];
  level: number;
  lesson: boolean;
  options: GameOption[];
}

export interface SeatInfo {
  seat: number;
  kind: "person" | "bot";
  name: string;
  /** The colour or side that this seat plays, in the reader's language. */
  side: string;
  level: number | null;
  joined: boolean;
  you: boolean;
  online: boolean;
}

export interface Outcome {
  returns: number[];
  winners: number[];
  reason: string;
  text: string;
  scores: number[] | null;
}

/** A pattern of notation made of words, and what stands for it in a list of moves. */
export interface Short {
  move: string;
  text: string;
}

export interface Match {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  status: "waiting" | "playing" | "over" | "cancelled" | "unreadable";
  reason?: string;
  log?: string;
  seats: SeatInfo[];
  you: number[];
  same_device: boolean;
  to_move: number | null;
  your_turn: boolean;
  seq: number;
  ply: number;
  created: number;
  updated: number;
  outcome: Outcome | null;
  commitment: string;
  hidden: boolean;
  help: boolean;
  draws: boolean;
  takebacks: boolean;
  lookback: boolean;
  invites: { seat: number; invite: string; path: string }[];
  rematch: string | null;
  rematch_of: string | null;
  /** Whether the match waits for our contribution to its chance. */
  contribute: boolean;
  imported: boolean;
  shorts: Short[];
}

export interface LastMove {
  ply: number;
  seat: number;
  text: string;
  path: string[] | null;
  /** The ids of the things and places that it touched. */
  trail: string[];
  /** New id → the id that the thing had before. */
  moved: Record<string, string>;
  /** The move in words. */
  said: string;
}

export interface State {
  seq: number;
  ply: number;
  status: Match["status"];
  seat: number | null;
  to_move: number | null;
  your_turn: boolean;
  outcome: Outcome | null;
  offer: { seat: number; what: "draw" | "takeback" | "rematch"; yours: boolean } | null;
  last: LastMove | null;
  scene: Scene;
  choices: Tree;
  buttons: Record<string, string>;
  words: string;
  /** For a choice, the places that matter to it, such as the goals of a piece. */
  marks: Record<string, string[]>;
}

export interface MatchEvent {
  seq: number;
  at: number;
  kind: string;
  ply?: number;
  seat?: number;
  text?: string | null;
  name?: string;
  what?: "draw" | "takeback" | "rematch";
  accept?: boolean;
  match?: string;
}

export interface Step {
  title: string;
  text: string;
  why: string;
  scene: Scene;
  choices: Tree;
  buttons: Record<string, string>;
  path: string[];
  move: string | null;
}

export interface Lesson {
  game: string;
  title: string;
  steps: Step[];
}

export interface Proof {
  commitment: string;
  contributions: string;
  /** Null for matches whose contributions are not told apart. */
  by_seat: { seat: number; contribution: string | null; after_promise: boolean }[] | null;
  seed: string | null;
  imported: boolean;
  /** Null unless this server made the promise before the game. */
  checked: boolean | null;
  text: string;
  /** What a proof cannot show. */
  operator: string;
}

export interface SeatWish {
  kind: "me" | "friend" | "bot";
  level?: number;
  name?: string;
}

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
    const said = (await response.json()) as { code?: string; text?: string };
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

export async function post<T>(path: string, body: unknown): Promise<T> {
  const text = typeof body === "string";
  const headers = { "Content-Type": text ? "text/plain" : "application/json" };
  const content = text ? body : JSON.stringify(body);
  return answer<T>(await fetch(address(path), { method: "POST", headers, body: content }));
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

export async function createMatch(wish: {
  game: string;
  options: Record<string, unknown>;
  seats: SeatWish[];
  order?: "given" | "random";
  help?: boolean | null;
}): Promise<Match> {
  const match = await post<Match>("matches", { ...wish, contribute: true });
  await contribute(match);
  return match;
}

export function pictureOf(game: string): string {
  const query = { theme: settings.shade, at: "middle", part: "board", lang: settings.lang };
  return `/api/games/${game}/picture.svg?${new URLSearchParams(query)}`;
}
