/** The list of moves as it grows from the events of a match. */

import type { MatchEvent, Short } from "../api";

export interface Entry {
  ply: number;
  seat: number | null;
  kind: string;
  text: string | null;
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
  return { ply, seat: event.seat ?? null, kind: event.kind, text: event.text ?? null };
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
