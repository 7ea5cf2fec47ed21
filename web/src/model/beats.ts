/** Beats: what happened between two states, as the pictures to be shown one after the other. */

import type { BeatMessage, ChoosePace } from "../wire.gen";
import type { Facts } from "./motion";
import type { Scene } from "./scene";

export type Beat = BeatMessage;
export type Pace = ChoosePace["pace"];

export const PACES: Record<Pace, number> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** A picture to be shown, with what is to be known to move things there from the one before. */
export interface Picture {
  beat: Beat;
  scene: Scene;
  facts: Facts;
}

/** A scene with some elements new, changed or gone. */
export function changed(scene: Scene, change: NonNullable<Beat["scene"]>): Scene {
  const fresh = new Map(change.changed.map((thing) => [thing.id, thing]));
  const gone = new Set(change.gone);
  const kept = scene.elements
    .filter((thing) => !gone.has(thing.id))
    .map((thing) => fresh.get(thing.id) ?? thing);
  const known = new Set(kept.map((thing) => thing.id));
  const added = change.changed.filter((thing) => !known.has(thing.id));
  return { ...scene, elements: [...kept, ...added] };
}

function isEmpty(change: NonNullable<Beat["scene"]>): boolean {
  return !change.changed.length && !change.gone.length;
}

/** The picture of each beat, from the one shown before them to that of the state they led to. */
export function pictures(before: Scene, beats: readonly Beat[], after: Scene): Picture[] {
  let scene = before;
  return beats.map((beat) => {
    if (!beat.scene) scene = after;
    else if (!isEmpty(beat.scene)) scene = changed(scene, beat.scene);
    const facts: Facts = {
      moved: beat.origins,
      rolled: beat.kind === "roll",
      along:
        beat.along.length && beat.things[0] ? { id: beat.things[0], by: beat.along } : undefined,
      leaving: beat.to ? { ids: beat.things, to: beat.to } : undefined,
    };
    return { beat, scene, facts };
  });
}
