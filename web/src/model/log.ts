/** The list of moves as it grows from the events of a match. */

import type { MatchEvent } from "../api";

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

/** Whether chance decided something among these events. */
export function rolled(events: readonly MatchEvent[]): boolean {
  return events.some((event) => event.kind === "chance");
}
