/** A review as it comes from the server, row by row. */

import { Refused, get } from "./api";
import type { Row } from "./model/review";
import type { MomentMessage, ReviewMessage, SeatReviewMessage } from "./wire.gen";

/** The pause between two questions, and before one that is asked once more, in milliseconds. */
const PAUSE = 300;
const AGAIN = 3000;

const wait = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

export class Reading {
  rows = $state.raw<Row[]>([]);
  seats = $state.raw<SeatReviewMessage[]>([]);
  moments = $state.raw<MomentMessage[]>([]);
  status = $state<ReviewMessage["status"]>("waiting");
  total = $state(0);
  failure = $state("");
  #turn = 0;

  constructor(readonly id: string) {}

  /** Reads the review from its beginning; an earlier reading ends. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const rows: Row[] = [];
    while (turn === this.#turn) {
      try {
        const told = await get<ReviewMessage>(`matches/${this.id}/review`, { since: rows.length });
        if (turn !== this.#turn) return;
        rows.push(...told.rows);
        this.#take(told, rows);
        if (told.status === "done" || told.status === "stopped") return;
        await wait(PAUSE);
      } catch (error) {
        if (turn !== this.#turn) return;
        this.failure = (error as Error).message;
        if (!(error instanceof Refused) || !["too_many", "busy"].includes(error.code)) return;
        await wait(AGAIN);
      }
    }
  }

  #take(told: ReviewMessage, rows: Row[]): void {
    this.rows = [...rows];
    this.seats = told.seats;
    this.moments = told.moments;
    this.status = told.status;
    this.total = told.total;
    this.failure = "";
  }

  close(): void {
    this.#turn += 1;
  }
}

/** The position that is looked at: the newest wish, one question at a time. */
export class Scrubbing<T> {
  shown = $state.raw<T | null>(null);
  #known = new Map<string, T>();
  #wish = "";
  #asking = false;

  constructor(
    readonly ask: (wish: string) => Promise<T>,
    readonly fail: (text: string) => void,
  ) {}

  /** Shows something as soon as it is there, unless something else is wished for by then. */
  show(wish: string): void {
    this.#wish = wish;
    const known = this.#known.get(wish);
    if (known !== undefined) this.shown = known;
    else if (!this.#asking) void this.#fetch(wish);
  }

  /** Forgets everything, such as what is in another language. */
  clear(): void {
    this.#known.clear();
  }

  async #fetch(wish: string): Promise<void> {
    this.#asking = true;
    try {
      const found = await this.ask(wish);
      this.#known.set(wish, found);
      if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value as string);
      if (wish === this.#wish) this.shown = found;
    } catch (error) {
      this.fail((error as Error).message);
      if (wish === this.#wish) return;
    } finally {
      this.#asking = false;
    }
    if (wish !== this.#wish) this.show(this.#wish);
  }
}

const KEPT = 60;
