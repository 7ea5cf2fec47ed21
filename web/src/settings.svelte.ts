/** What a reader chose: language, theme, sound. Kept in this browser. */

import { PACES, type Pace } from "./model/beats";
import en, { type Key, type Texts } from "./texts/en";
import es from "./texts/es";

export type Lang = "en" | "es";
export type Theme = "auto" | "light" | "dark";

// Both are small: fetching one after the program would cost more than carrying the other.
const catalogues: Record<Lang, Texts> = { en, es };

const FIRST_GAMES = 3;

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`ludoteca.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ludoteca.${name}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function wantedLang(): Lang {
  const chosen = kept("lang");
  if (chosen === "en" || chosen === "es") return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find((tag) => tag === "es" || tag === "en") === "es" ? "es" : "en";
}

function wantedTheme(): Theme {
  const chosen = kept("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("auto");
  sound = $state(false);
  evaluation = $state(false);
  /** Whether to ask before what cannot be taken back; null: in the first games only. */
  caution = $state<boolean | null>(null);
  /** The first matches played in this browser. */
  #begun = $state.raw<string[]>([]);
  name = $state("");
  pace = $state<Pace>("normal");
  /** Whether moves are listed in notation instead of words. */
  notation = $state(false);
  #dark = $state(false);

  /** Reads what was kept, else what the browser and the system prefer. */
  begin(): void {
    this.sound = kept("sound") === "on";
    this.evaluation = kept("evaluation") === "on";
    this.name = kept("name") ?? "";
    const caution = kept("caution");
    this.caution = caution === null ? null : caution === "on";
    this.#begun = (kept("begun") ?? "").split(" ").filter(Boolean);
    this.notation = kept("notation") === "on";
    const pace = kept("pace") ?? "";
    this.pace = pace in PACES ? (pace as Pace) : "normal";
    const system = matchMedia("(prefers-color-scheme: dark)");
    this.#dark = system.matches;
    system.addEventListener("change", (event) => (this.#dark = event.matches));
    this.setTheme(wantedTheme());
    this.#speak(wantedLang());
  }

  #speak(lang: Lang): void {
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  setLang(lang: Lang): void {
    keep("lang", lang);
    this.#speak(lang);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }

  /** The theme that is seen now. */
  get shade(): "light" | "dark" {
    if (this.theme !== "auto") return this.theme;
    return this.#dark ? "dark" : "light";
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep("sound", on ? "on" : "off");
  }

  setEvaluation(on: boolean): void {
    this.evaluation = on;
    keep("evaluation", on ? "on" : "off");
  }

  setNotation(on: boolean): void {
    this.notation = on;
    keep("notation", on ? "on" : "off");
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    keep("pace", pace);
  }

  /** Whether a move that cannot be taken back is asked about. */
  get asks(): boolean {
    return this.caution ?? this.#begun.length <= FIRST_GAMES;
  }

  setCaution(on: boolean): void {
    this.caution = on;
    keep("caution", on ? "on" : "off");
  }

  /** Counts a match that somebody plays here. */
  beginMatch(id: string): void {
    if (this.#begun.includes(id) || this.#begun.length > FIRST_GAMES) return;
    this.#begun = [...this.#begun, id];
    keep("begun", this.#begun.join(" "));
  }

  setName(name: string): void {
    this.name = name;
    keep("name", name);
  }

  say(key: Key, values: Record<string, string | number> = {}): string {
    const text = catalogues[this.lang][key];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  }
}

export const settings = new Settings();

/** The sentence for a key in the reader's language. */
export const say = (key: Key, values?: Record<string, string | number>): string =>
  settings.say(key, values);
