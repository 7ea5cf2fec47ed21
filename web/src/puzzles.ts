/** What this browser keeps of puzzles: which were solved, and the days in a row. */

import { keep, kept } from "./settings.svelte";

export interface Tally {
  /** Ids of puzzles, each with whether the first answer solved it. */
  tried: Record<string, boolean>;
  /** The last day whose puzzle was solved at once, and how many there were in a row. */
  day: string;
  streak: number;
}

const NAME = "puzzles";
const DAY_MS = 86_400_000;

export function done(): Tally {
  const empty: Tally = { tried: {}, day: "", streak: 0 };
  try {
    return { ...empty, ...(JSON.parse(kept(NAME) ?? "{}") as Partial<Tally>) };
  } catch {
    return empty;
  }
}

/** Notes the first result of a puzzle; of the daily one also the streak, which a miss ends. */
export function note(id: string, right: boolean, today: string | null): Tally {
  const known = done();
  const first = !(id in known.tried);
  if (first) known.tried[id] = right;
  if (today !== null && first) {
    const before = known.day && Date.parse(today) - Date.parse(known.day) === DAY_MS;
    known.streak = !right ? 0 : before ? known.streak + 1 : 1;
    known.day = right ? today : "";
  }
  keep(NAME, JSON.stringify(known));
  return known;
}

/** The days in a row up to a day: none once a day was left out. */
export function streakOn(known: Tally, today: string): number {
  const late = Date.parse(today) - Date.parse(known.day || "1970-01-01");
  return late <= DAY_MS ? known.streak : 0;
}
