/** The figures of a review as its graph and its list show them. */

import type { ReviewRowMessage } from "../wire.gen";

export type Row = ReviewRowMessage;
export type Judgement = Row["judgement"];

/** What stands beside a judged move, as chess players write it. */
export const MARKS: Record<Judgement, string> = {
  "": "",
  forced: "",
  good: "",
  best: "!",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** Whether a move was an inaccuracy or worse. */
export function isBad(row: Row | undefined): boolean {
  return !!row && ["inaccuracy", "mistake", "blunder"].includes(row.judgement);
}

/** The bad moves of a seat. */
export function mistakes(rows: readonly Row[], seat: number): Row[] {
  return rows.filter((row) => row.seat === seat && isBad(row));
}

/** A signed amount with two decimals; nothing that rounds to nought has a sign. */
export function amount(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

/** The room of the graph, in pixels: the curve above, the bars around their line below. */
export interface Room {
  width: number;
  left: number;
  top: number;
  floor: number;
  middle: number;
  reach: number;
}

/** The place of a ply along the graph. */
export function across(room: Room, ply: number, total: number): number {
  return room.left + ((room.width - room.left) * ply) / Math.max(1, total);
}

/** The ply at a place along the graph. */
export function plyAt(room: Room, x: number, total: number): number {
  const share = (x - room.left) / Math.max(1, room.width - room.left);
  return Math.round(Math.max(0, Math.min(1, share)) * total);
}

/** The height of an expectation. */
export function heightOf(room: Room, value: number): number {
  return room.floor - (room.floor - room.top) * Math.max(0, Math.min(1, value));
}

const short = (value: number): string => value.toFixed(1);

/** The expectation of a seat as the path of a line. */
export function curve(
  room: Room,
  start: number,
  rows: readonly Row[],
  seat: number,
  total: number,
): string {
  const values = [start, ...rows.map((row) => row.value[seat] ?? 0)];
  const points = values.map(
    (value, ply) => `${short(across(room, ply, total))} ${short(heightOf(room, value))}`,
  );
  return points.length > 1 ? `M${points.join("L")}` : "";
}

/** The amount that a bar of full height stands for, at least a tenth of the win. */
export function largest(rows: readonly Row[], seat: number): number {
  const amounts = rows.flatMap((row) => [row.luck[seat] ?? 0, row.decision[seat] ?? 0]);
  return amounts.reduce((most, value) => Math.max(most, Math.abs(value)), 0.1);
}

/** The bars of luck (half 0) or of decisions (half 1) as one path, side by side at each ply. */
export function bars(
  room: Room,
  rows: readonly Row[],
  values: (row: Row) => number,
  half: 0 | 1,
  total: number,
  most: number,
): string {
  const pitch = (room.width - room.left) / Math.max(1, total);
  const wide = Math.max(1.5, Math.min(9, pitch / 2 - 0.5));
  return rows
    .filter((row) => Math.abs(values(row)) > 0)
    .map((row) => {
      const height = (-room.reach * values(row)) / most;
      const x = across(room, row.ply, total) - (half ? 0 : wide);
      return `M${short(x)} ${short(room.middle)}h${short(wide)}v${short(height)}h${short(-wide)}Z`;
    })
    .join("");
}
