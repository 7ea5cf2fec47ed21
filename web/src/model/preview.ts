import type { Scene } from "./scene";

/** What a move would do: the table after it, and the way a thing would take. */
export interface Preview {
  scene: Scene;
  route: string[];
}
