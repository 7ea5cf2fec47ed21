/** What the players of a match are called. */

import type { Match } from "./api";
import { say } from "./settings.svelte";

/** What a seat is called by the one who reads. */
export function nameIn(match: Match | null, seat: number): string {
  const info = match?.seats[seat];
  if (!info) return say("person", { player: seat + 1 });
  if (info.you && !match?.same_device) return say("you");
  return info.name || say("person", { player: seat + 1 });
}
