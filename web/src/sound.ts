/** Small sounds made on the spot: a tap of wood, a rattle of dice, a chord at the end. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, type: OscillatorType): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(pitch, at);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function now(): number | null {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  void context.resume();
  return context.currentTime;
}

export function playMove(): void {
  const at = now();
  if (at === null) return;
  tone(at, 240, 0.09, 0.16, "triangle");
  tone(at, 1100, 0.025, 0.05, "square");
}

export function playRoll(): void {
  const at = now();
  if (at === null) return;
  for (let i = 0; i < 7; i += 1) tone(at + i * 0.06, 500 + ((i * 337) % 600), 0.03, 0.06, "square");
}

export function playEnd(): void {
  const at = now();
  if (at === null) return;
  [392, 494, 587].forEach((pitch, i) => tone(at + i * 0.12, pitch, 0.7, 0.08, "sine"));
}
