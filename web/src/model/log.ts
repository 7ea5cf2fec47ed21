/** The list of moves as it grows from the events of a match. */

import type { MatchEvent, Short } from "../api";
import type { MoveMessage } from "../wire.gen";

/** A ply as it stands in the list. */
export type Entry = Omit<MoveMessage, "kind" | "turn"> & {
  kind: MatchEvent["kind"];
  turn?: number;
};

/** A turn in the list: what one player did and what chance answered; or a deal by itself. */
export interface Row {
  seat: number | null;
  /** For a deal how many there were, itself counted. */
  deal: number | null;
  entries: Entry[];
  /** Whether chance had the last word, and the turn is over. */
  failed: boolean;
}

/** The moves turn by turn; rolls stand in the turn they belong to, deals by themselves. */
export function rows(list: readonly (Entry | undefined)[], deals: boolean): Row[] {
  const found: Row[] = [];
  let dealt = 0;
  for (const entry of list) {
    if (!entry) continue;
    const last = found.at(-1);
    if (deals && entry.kind === "chance") {
      dealt += 1;
      found.push({ seat: null, deal: dealt, entries: [entry], failed: false });
    } else if (last && last.deal === null && last.entries[0]?.turn === entry.turn) {
      last.entries.push(entry);
    } else {
      found.push({ seat: entry.seat, deal: null, entries: [entry], failed: false });
    }
  }
  found.forEach((row, index) => {
    const ended = row.entries.at(-1)?.kind === "chance" && row.deal === null;
    row.failed = ended && index < found.length - 1;
  });
  return found;
}

/** The list after more events; a takeback cuts it. */
export function extended(list: readonly Entry[], events: readonly MatchEvent[]): Entry[] {
  let entries = [...list];
  for (const event of events) {
    if (event.ply === undefined) continue;
    if (event.kind === "takeback") entries = entries.slice(0, event.ply);
    else entries[event.ply - 1] = entryOf(event, event.ply);
  }
  return entries;
}

function entryOf(event: MatchEvent, ply: number): Entry {
  const { seat = null, kind, text = null, turn } = event;
  return { ply, seat, kind, text, ...(turn === undefined ? {} : { turn }) };
}

/** A move as it stands in the list: notation made of words is said in the reader's language. */
export function shortened(text: string, shorts: readonly Short[]): string {
  for (const short of shorts) {
    const found = new RegExp(`^(?:${short.move})$`).exec(text);
    if (found)
      return short.text.replace(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? "");
  }
  return text;
}

/** What chance decided after a move, as it stands in the list. */
export function chanceAfter(list: readonly Entry[], ply: number, shorts: readonly Short[]): string {
  const texts = list.slice(ply).filter((entry) => entry?.kind === "chance" && entry.text !== null);
  return texts.map((entry) => shortened(entry.text ?? "", shorts)).join(", ");
}

/** Whether chance decided something among these events. */
export function rolled(events: readonly MatchEvent[]): boolean {
  return events.some((event) => event.kind === "chance");
}
