/** Looking back in a match: the position that is shown, and what led to it. */

import { type Match, type State, get, post } from "./api";
import type { Scene } from "./model/scene";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { Telling } from "./telling.svelte";

export class Replay {
  /** The position that is shown, once it is there; nothing while the present one is. */
  past = $state.raw<State | null>(null);
  /** The ply that is looked at. */
  looking = $state<number | null>(null);
  readonly telling = new Telling();

  /** Looks back in a match; what goes wrong is told in one sentence. */
  constructor(
    readonly id: string,
    readonly tell: (text: string) => void,
  ) {}

  /** Shows a position as a seat sees it, what led to it first where it follows what is seen. */
  async look(ply: number | null, seat?: number, seen?: Scene): Promise<void> {
    const before = ply !== null && ply === (this.looking ?? -1) + 1 ? seen : undefined;
    this.telling.stop();
    this.looking = ply;
    // The address names the move that is shown, to be sent to somebody.
    history.replaceState(null, "", ply === null ? location.pathname : `#${ply}`);
    if (ply === null) {
      this.past = null;
      return;
    }
    try {
      const found = await get<State>(`matches/${this.id}/positions/${ply}`, { scenes: 1, seat });
      if (this.looking !== ply) return;
      if (before) await this.telling.tell(before, found.beats, found.scene, settings.pace);
      if (this.looking === ply) this.past = found;
      this.telling.stop();
    } catch (error) {
      this.tell((error as Error).message);
      this.looking = null;
      this.past = null;
    }
  }

  /** Plays on from the position that is shown, in a match of its own. */
  async tryAgain(seat?: number): Promise<void> {
    try {
      const body = { ply: this.looking, seat };
      router.go(`/m/${(await post<Match>(`matches/${this.id}/branches`, body)).id}`);
    } catch (error) {
      this.tell((error as Error).message);
    }
  }
}
