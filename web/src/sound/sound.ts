// Short synthesised sounds (Web Audio). Silent until the first user gesture, and if sound is off.

import { settings } from "../settings.svelte";

export type SoundName =
  | "dice"
  | "step"
  | "cash-in"
  | "cash-out"
  | "card"
  | "build"
  | "bid"
  | "gavel"
  | "jail"
  | "turn"
  | "win";

let context: AudioContext | null = null;
let out: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Browsers allow sound only after a user gesture, and may stop it again, as iOS does for a call. */
function unlock(): void {
  try {
    context ??= new AudioContext();
    if (!out) {
      out = context.createGain();
      out.gain.value = 0.32;
      out.connect(context.destination);
    }
    if (context.state !== "running") void context.resume().catch(() => undefined);
  } catch {
    context = null; // Web Audio is not available
  }
}

if (typeof addEventListener === "function")
  for (const gesture of ["pointerdown", "pointerup", "keydown"] as const) // a touch counts when the finger is lifted
    addEventListener(gesture, unlock, { capture: true, passive: true });

type Wave = "sine" | "triangle" | "square" | "sawtooth";

/** A tone that fades; `to` bends its pitch. */
function tone(at: number, pitch: number, length: number, wave: Wave = "sine", loud = 0.6, to = pitch): void {
  if (!context || !out) return;
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const level = context.createGain();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, start);
  if (to !== pitch) voice.frequency.exponentialRampToValueAtTime(to, start + length);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(out);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

/** Band-passed noise: wood, paper, dice. The gain compensates for a narrow band. */
function puff(at: number, pitch: number, length: number, loud = 0.8, narrow = 1.2): void {
  if (!context || !out) return;
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const wave = noise.getChannelData(0);
    for (let k = 0; k < wave.length; k++) wave[k] = Math.random() * 2 - 1;
  }
  const start = context.currentTime + at;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const level = context.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = narrow;
  const kept = Math.sqrt(pitch / narrow / (context.sampleRate / 2));
  level.gain.setValueAtTime((loud * 0.35) / kept, start);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(level).connect(out);
  source.start(start, 0, length + 0.02);
}

const SOUNDS: Record<SoundName, () => void> = {
  dice: () => [0, 0.09, 0.16, 0.27, 0.35, 0.46, 0.6].forEach((at, k) => puff(at, 1500 + (k % 3) * 700, 0.05, 1.1, 4)),
  step: () => puff(0, 900, 0.045, 0.8, 3),
  "cash-in": () => [784, 988, 1319].forEach((pitch, k) => tone(k * 0.07, pitch, 0.22, "triangle", 0.4)),
  "cash-out": () => [659, 523, 392].forEach((pitch, k) => tone(k * 0.08, pitch, 0.2, "triangle", 0.35)),
  card: () => {
    puff(0, 3200, 0.12, 0.8, 0.7);
    puff(0.1, 2200, 0.08, 0.6, 0.8);
  },
  build: () => [0, 0.14, 0.28].forEach((at) => (puff(at, 420, 0.09, 0.8, 2), tone(at, 180, 0.08, "square", 0.15, 120))),
  bid: () => tone(0, 880, 0.12, "triangle", 0.35),
  gavel: () => [0, 0.2].forEach((at) => (puff(at, 620, 0.09, 0.8, 2.4), tone(at, 150, 0.12, "sine", 0.5, 80))),
  jail: () => {
    [0, 0.12].forEach((at) => tone(at, 180, 0.5, "sawtooth", 0.14, 120));
    puff(0.02, 2600, 0.3, 0.4, 9);
  },
  turn: () => [659, 880].forEach((pitch, k) => tone(k * 0.13, pitch, 0.35, "sine", 0.45)),
  win: () => [523, 659, 784, 1047, 784, 1047].forEach((pitch, k) => tone(k * 0.13, pitch, 0.4, "triangle", 0.4)),
};

/** Play a sound if it is on and allowed. */
export function play(name: SoundName): void {
  if (!settings.sound || !context || context.state === "closed") return;
  try {
    if (context.state !== "running") void context.resume().catch(() => undefined);
    SOUNDS[name]();
  } catch {
    // continue without sound
  }
}
