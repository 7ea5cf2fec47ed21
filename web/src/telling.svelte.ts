/** Shows beats one after the other, each with its breath; a click or a key goes on. */

import { type Beat, PACES, type Pace, pictures } from "./model/beats";
import type { Facts } from "./model/motion";
import type { Scene } from "./model/scene";

export class Telling {
  /** The beat that is shown now. */
  beat = $state.raw<Beat | null>(null);
  /** The picture of that beat. */
  scene = $state.raw<Scene | null>(null);
  facts = $state.raw<Facts>({});

  #go: (() => void) | null = null;
  #number = 0;

  /** Shows what led from one picture to another; resolves to false if something else came up. */
  async tell(before: Scene, beats: readonly Beat[], after: Scene, pace: Pace): Promise<boolean> {
    this.stop();
    const number = this.#number;
    if (PACES[pace] > 0 && !document.hidden) {
      for (const { beat, scene, facts } of pictures(before, beats, after)) {
        this.beat = beat;
        this.facts = facts;
        this.scene = scene;
        await this.#breathe(beat.ms * PACES[pace]);
        if (number !== this.#number) return false;
      }
    }
    this.beat = null;
    return true;
  }

  #breathe(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      document.addEventListener("visibilitychange", done, { once: true });
      function done(): void {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", done);
        resolve();
      }
      this.#go = done;
    });
  }

  /** Goes on to the next beat at once. */
  skip(): void {
    this.#go?.();
  }

  /** Leaves off: what follows is not shown. */
  stop(): void {
    this.#number += 1;
    this.beat = null;
    this.scene = null;
    this.facts = {};
    this.#go?.();
    this.#go = null;
  }
}
