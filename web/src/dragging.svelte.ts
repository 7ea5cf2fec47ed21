/** Things taken by a finger or the mouse, and dropped where they belong. */

import { type Thing, choiceAt } from "./model/scene";
import type { Picking } from "./picking.svelte";

/** How far a press may stray and still be a click, in pixels. */
const STEADY = 7;

/** A thing in the hand, and where in the picture it is. */
export interface Held {
  thing: Thing;
  x: number;
  y: number;
}

interface Ground {
  picking: Picking;
  /** For a choice the things on which it can be dropped, and the picks this stands for. */
  drops: () => Record<string, Record<string, string[]>>;
  /** The thing that is meant by a choice. */
  grasped: (id: string) => Thing | undefined;
  toScene: (event: PointerEvent) => { x: number; y: number };
}

interface Press {
  id: string;
  x: number;
  y: number;
  pointer: number;
}

function under(event: PointerEvent): Element[] {
  return document.elementsFromPoint(event.clientX, event.clientY);
}

export class Dragging {
  held = $state.raw<Held | null>(null);
  /** Where the held thing can be dropped, if that is more than one pick. */
  places = $state.raw<Record<string, string[]> | null>(null);
  /** Whether the last press became a drag: then it was no click. */
  moved = false;

  #press: Press | null = null;

  constructor(readonly ground: Ground) {}

  get pressed(): boolean {
    return this.#press !== null;
  }

  /** The pointer went down, on a choice that may be dragged or on something else. */
  begin(event: PointerEvent, id: string | null): void {
    this.moved = false;
    if (id && event.button === 0)
      this.#press = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  move(event: PointerEvent, board: Element): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const strayed = Math.hypot(event.clientX - press.x, event.clientY - press.y) > STEADY;
    if (!this.held && strayed && this.#lift(press.id)) board.setPointerCapture(press.pointer);
    if (!this.held) return;
    this.held = { thing: this.held.thing, ...this.ground.toScene(event) };
    this.ground.picking.pointed = this.places ? null : this.#optionAt(event);
  }

  #lift(id: string): boolean {
    const { picking, drops, grasped } = this.ground;
    const thing = grasped(id);
    if (thing?.role !== "piece") return false;
    const whole = drops()[id] ?? null;
    if (whole) picking.clear();
    else if (picking.ends(id)) return false;
    else if (!picking.picks.includes(id)) picking.pick(id);
    if (!whole && !picking.options.length) return false;
    this.places = whole;
    this.moved = true;
    this.held = { thing, x: thing.x, y: thing.y };
    return true;
  }

  drop(event: PointerEvent): void {
    const { picking } = this.ground;
    const press = this.#press;
    if (this.held && press && this.places) {
      const path = this.#pathAt(event);
      this.leave();
      if (path) picking.pickAll(path);
    } else if (this.held && press) {
      const target = this.#optionAt(event);
      const home = under(event).some((element) => choiceAt(element) === press.id);
      this.leave();
      if (target) picking.pick(target);
      else if (!home) this.#refuse(event);
    }
    this.#press = null;
  }

  leave(): void {
    this.held = null;
    this.places = null;
    this.#press = null;
  }

  #optionAt(event: PointerEvent): string | null {
    const { targets } = this.ground.picking;
    return (
      under(event)
        .map(choiceAt)
        .find((id) => id && targets.includes(id)) ?? null
    );
  }

  /** The picks that a drop here stands for. */
  #pathAt(event: PointerEvent): string[] | null {
    for (const element of under(event)) {
      const id = element.closest<SVGGElement>("[data-id]")?.dataset["id"];
      const path = id ? this.places?.[id] : undefined;
      if (path) return path;
    }
    return null;
  }

  /** A thing dropped where it cannot lie: says why and goes back. */
  #refuse(event: PointerEvent): void {
    const { picking } = this.ground;
    const id = under(event)
      .map(choiceAt)
      .find((choice) => choice && !picking.picks.includes(choice));
    if (id) picking.table.explain?.([...picking.picks, id]);
    picking.clear();
  }
}
