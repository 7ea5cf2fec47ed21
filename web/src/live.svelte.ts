/** One match, live: what the server tells, and the actions sent to it. */

import {
  type Match,
  type MatchEvent,
  type Outcome,
  Refused,
  type State,
  contribute,
  get,
  randomHex,
} from "./api";
import type { Pace } from "./model/beats";
import { type Entry, chanceAfter, extended, rolled } from "./model/log";
import { type Lang, say, settings } from "./settings.svelte";
import { nameIn } from "./naming";
import { Telling } from "./telling.svelte";
import type { DoneMessage, FromClient, FromServer, Moves, RefusedMessage } from "./wire.gen";

interface Waiting {
  message: FromClient;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** What the server answers to an action. */
export type Answer = Pick<DoneMessage, "seq" | "agreed" | "match">;
/** The actions, by their type, and what belongs to one besides its id. */
type Actions = {
  [A in FromClient as A extends { id: string } ? NonNullable<A["type"]> : never]: A;
};
type Fields<T extends keyof Actions> = Omit<Actions[T], "type" | "id">;
/** Carries out an action. */
export type Act = <T extends keyof Actions>(type: T, fields?: Fields<T>) => void;

const RETRY = [300, 800, 1500, 3000, 5000];
const FINAL_CODES = new Set([4403, 4404]);

export class Live {
  match = $state.raw<Match | null>(null);
  state = $state.raw<State | null>(null);
  moves = $state.raw<Entry[]>([]);
  online = $state.raw<number[]>([]);
  watching = $state(0);
  thinking = $state<number | null>(null);
  connected = $state(false);
  missing = $state(false);
  /** Whether dice or cards decided something just before the present state. */
  rolled = $state(false);
  /** The match that everybody agreed to go on with while we were here. */
  following = $state<string | null>(null);
  /** Shows what led to a state before the state itself is taken over. */
  readonly telling = new Telling();

  #socket: WebSocket | null = null;
  #since: number | null = null;
  #failures = 0;
  #closed = false;
  #rolledSince = false;
  #seat: number | null = null;
  #waiting = new Map<string, Waiting>();
  #due: State[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(readonly id: string) {}

  open(): void {
    this.#connect();
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#drop);
    this.#beat = setInterval(() => this.#send({ type: "ping" }), 25_000);
  }

  close(): void {
    this.#closed = true;
    this.telling.stop();
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#drop);
    this.#socket?.close();
  }

  #hurry = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#closed) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #drop = (): void => this.#socket?.close();

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ scenes: "1", lang: settings.lang, pace: settings.pace });
    if (this.#since !== null) query.set("since", String(this.#since));
    if (this.#seat !== null) query.set("seat", String(this.#seat));
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/matches/${this.id}/live?${query}`,
    );
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  #lost(code: number): void {
    this.connected = false;
    this.thinking = null;
    if (this.#closed) return;
    if (FINAL_CODES.has(code)) {
      this.missing = true;
      return;
    }
    const delay = RETRY[Math.min(this.#failures, RETRY.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  #receive(message: FromServer): void {
    if (message.type === "welcome") this.#welcome(message.match);
    else if (message.type === "events") this.#hear(message.events);
    else if (message.type === "state") void this.#told(message as State);
    else if (message.type === "presence") {
      this.online = message.online;
      this.watching = message.watching;
    } else if (message.type === "thinking") this.thinking = message.seat;
    else if (message.type === "done") this.#answered(message.id, message);
    else if (message.type === "refused") this.#refused(message);
  }

  #welcome(match: Match): void {
    this.match = match;
    this.connected = true;
    this.#failures = 0;
    if (match.contribute) void contribute(match);
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #hear(events: MatchEvent[]): void {
    const fresh = events.filter((event) => event.seq > (this.#since ?? -1));
    if (!fresh.length) return;
    this.moves = extended(this.moves, fresh);
    this.#since = fresh.at(-1)?.seq ?? this.#since;
    this.#rolledSince = rolled(fresh);
    // Before the first state only the past is told.
    if (this.state && this.match?.you.length)
      this.following = fresh.find((event) => event.kind === "rematch")?.match ?? this.following;
    if (
      fresh.some((event) => /joined|started|resign|draw|rematch|cancelled|answer/.test(event.kind))
    ) {
      void this.refresh();
    }
  }

  /** Shows what led to each state in turn, and then the state. */
  async #told(state: State): Promise<void> {
    this.#due.push(state);
    if (this.#due.length > 1) return;
    for (let next = this.#due[0]; next; next = this.#due[0]) {
      const before = this.state?.scene;
      if (before && next.beats.length)
        await this.telling.tell(before, next.beats, next.scene, settings.pace);
      this.#due.shift();
      this.#show(next);
    }
  }

  #show(state: State): void {
    this.telling.stop();
    const over = state.outcome && !this.state?.outcome;
    this.rolled = this.#rolledSince && this.state !== null;
    this.#rolledSince = false;
    this.state = state;
    if (over) void this.refresh().then(() => this.#reveal());
  }

  /** The facts of the match again, after something other than a move. */
  async refresh(): Promise<void> {
    try {
      this.match = await get<Match>(`matches/${this.id}`);
    } catch {
      // The next welcome brings it.
    }
  }

  async #reveal(): Promise<void> {
    if (!this.moves.some((entry) => entry?.kind === "chance" && entry.text === null)) return;
    try {
      this.moves = (await get<Moves>(`matches/${this.id}/moves`)).moves;
    } catch {
      // The list stays as it was seen during the game.
    }
  }

  #answered(id: string, answer: Answer): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  #refused(message: RefusedMessage): void {
    if (message.id === null) return;
    this.#waiting.get(message.id)?.reject(new Refused(message.code, message.text));
    this.#waiting.delete(message.id);
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends an action; it is repeated after a lost connection until the server has answered. */
  act<T extends keyof Actions>(type: T, fields = {} as Fields<T>): Promise<Answer> {
    const id = randomHex(10);
    const message = { type, id, ...fields } as unknown as Actions[T];
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      this.#send(message);
    });
  }

  move(text: string): Promise<Answer> {
    const { seq, seat } = this.state ?? { seq: -1, seat: null };
    return this.act("move", { seq, move: text, seat: seat ?? undefined });
  }

  look(seat: number | null): void {
    this.#seat = seat;
    this.#send({ type: "look", seat });
  }

  setPace(pace: Pace): void {
    this.#send({ type: "pace", pace });
  }

  speak(lang: Lang): void {
    this.#send({ type: "lang", lang });
    void this.refresh();
  }

  /** Why the game ended, with the name of the one who gave up. */
  ending(outcome: Outcome): string {
    const seat = this.moves.findLast((entry) => entry?.kind === "resign")?.seat ?? null;
    if (outcome.reason !== "resigned" || seat === null) return outcome.text;
    const yours = this.match?.seats[seat]?.you && !this.match.same_device;
    return yours ? say("you_gave_up") : say("gave_up", { name: this.nameOf(seat) });
  }

  /** What happened in words; without that, the last move and what the dice said after it. */
  announcement(current: State): string {
    const texts = current.beats.map((one) => one.text).filter(Boolean);
    const last = current.last;
    if (texts.length || !last) return texts.join(" ");
    const name = this.nameOf(last.seat);
    const move = say("announce_move", { name, move: last.said || last.text });
    const chance = chanceAfter(this.moves, last.ply, this.match?.shorts ?? []);
    return chance ? say("announce_chance", { move, chance }) : move;
  }

  /** The last ply that is on the table: what is still being told is not. */
  get shownPly(): number {
    return this.telling.beat?.ply ?? this.state?.ply ?? 0;
  }

  /** What a seat is called by the one who reads. */
  nameOf(seat: number): string {
    return nameIn(this.match, seat);
  }
}
