/** Motion on the board: things slide, turn over, tumble and fade in, by the browser's own clock. */

import { type Facts, type Motion, type Place, motions, placeOf, shortest } from "./model/motion";
import type { Scene, Shape } from "./model/scene";

const SLIDE = 220;
const FLIP = 130;
const TUMBLE = 600;
const HOP = 260;
const EASE = "cubic-bezier(.2,.8,.3,1)";

export type Cover = (id: string, shapes: Shape[] | null) => void;

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function moved(place: Place): string {
  return `translate(${place.x}px, ${place.y}px)`;
}

function turned(turn: number, scale: number): string {
  return `rotate(${turn}deg) scale(${scale})`;
}

class Stage {
  constructor(
    readonly board: SVGSVGElement,
    readonly after: Scene,
    readonly cover: Cover,
  ) {}

  #node(id: string): SVGGElement | null {
    return this.board.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  #place(id: string): Place {
    const thing = this.after.elements.find((element) => element.id === id);
    return thing ? placeOf(thing) : { x: 0, y: 0, turn: 0, scale: 1 };
  }

  show(motion: Motion): void {
    const node = this.#node(motion.id);
    const body = node?.querySelector<SVGGElement>(".body");
    if (!node || !body) return;
    if (still() || motion.kind === "appear" || motion.kind === "change") {
      body.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: SLIDE });
      return;
    }
    if (motion.kind === "run") {
      this.#run(node, [motion.from, ...motion.by.slice(0, -1), this.#place(motion.id)]);
      return;
    }
    this.#slide(node, motion.from, this.#place(motion.id), motion.kind === "tumble");
    if (motion.kind === "flip") this.#flip(motion.id, body, motion.before.shapes);
    if (motion.kind === "tumble") this.#tumble(body);
  }

  #slide(node: SVGGElement, from: Place, to: Place, long: boolean): void {
    const timing = { duration: long ? TUMBLE * 0.7 : SLIDE, easing: EASE };
    if (from.x !== to.x || from.y !== to.y) {
      node.animate([{ transform: moved(from) }, { transform: moved(to) }], timing);
    }
    if (from.turn === to.turn && from.scale === to.scale) return;
    const begin = turned(to.turn - shortest(from.turn, to.turn), from.scale);
    const end = turned(to.turn, to.scale);
    node.querySelector(".turned")?.animate([{ transform: begin }, { transform: end }], timing);
  }

  /** Goes from place to place, with a short rest on each. */
  #run(node: SVGGElement, places: Place[]): void {
    const frames = places.flatMap((place, index) => {
      const rest = index && index < places.length - 1 ? 0.25 : 0;
      const at = index / (places.length - 1);
      const frame = { transform: moved(place), easing: EASE };
      const length = 1 / (places.length - 1);
      return rest
        ? [
            { ...frame, offset: at },
            { ...frame, offset: at + rest * length },
          ]
        : [{ ...frame, offset: at }];
    });
    node.animate(frames, { duration: HOP * (places.length - 1) });
  }

  #flip(id: string, body: SVGGElement, before: Shape[]): void {
    this.cover(id, before);
    const away = body.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      duration: FLIP,
      easing: "ease-in",
    });
    const reveal = (): void => {
      this.cover(id, null);
      body.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
        duration: FLIP,
        easing: "ease-out",
      });
    };
    away.onfinish = reveal;
    away.oncancel = () => this.cover(id, null);
  }

  #tumble(body: SVGGElement): void {
    const spin = 360 + Math.random() * 360;
    const hop = -26 - Math.random() * 18;
    body.animate(
      [
        { transform: `translateY(0) rotate(${-spin}deg)` },
        { transform: `translateY(${hop}px) rotate(${-spin * 0.55}deg)`, offset: 0.35 },
        { transform: `translateY(0) rotate(${-spin * 0.2}deg)`, offset: 0.65 },
        { transform: `translateY(${hop * 0.25}px) rotate(${-spin * 0.06}deg)`, offset: 0.8 },
        { transform: "translateY(0) rotate(0)" },
      ],
      { duration: TUMBLE, easing: "ease-out" },
    );
  }
}

/** Shows on the board how one scene became the next. */
export function animate(
  board: SVGSVGElement,
  before: Scene,
  after: Scene,
  facts: Facts,
  cover: Cover,
): void {
  const stage = new Stage(board, after, cover);
  for (const motion of motions(before, after, facts)) stage.show(motion);
}

/** Lets everything arrive at once. */
export function hasten(board: SVGSVGElement): void {
  for (const animation of board.getAnimations({ subtree: true })) animation.finish();
}
