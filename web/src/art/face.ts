// Faces of bots, drawn from their names: the same name always has the same face. None looks like a person.

export type Face = { skin: string; dark: string; head: number; ears: number; eyes: number; mouth: number };

const COLOURS: readonly [string, string][] = [
  ["#f6c453", "#8a5a00"],
  ["#8fd3a4", "#1f6b3c"],
  ["#9fc5f8", "#1f4f99"],
  ["#f4a6b8", "#93284a"],
  ["#c9b1f0", "#54309a"],
  ["#f7b183", "#93430f"],
  ["#8ddbd9", "#0d6064"],
  ["#d8d28a", "#636006"],
];

/** Head shapes in a box of 40 by 40. */
export const HEADS = [
  "M20 8a13 13 0 1 1 0 26a13 13 0 1 1 0-26Z",
  "M14 8h12a7 7 0 0 1 7 7v12a7 7 0 0 1-7 7H14a7 7 0 0 1-7-7V15a7 7 0 0 1 7-7Z",
  "M20 7c8 0 12 8 12 15s-5 12-12 12-12-5-12-12S12 7 20 7Z",
] as const;

/** What is above the head: cat's ears, round ears, an antenna, a tuft, a hat. */
export const EARS = [
  "M8 20 8 5 18 10ZM32 20 32 5 22 10Z",
  "M10 13a5.5 5.5 0 1 1 1-.5ZM30 13a5.5 5.5 0 1 0-1-.5Z",
  "M19 10V4.5h2V10ZM20 1a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 0 1 20 1Z",
  "M20 10C17 6 13 6 12 2c5-1 8 1 8 4 1-4 5-5 9-4-1 4-6 4-9 8Z",
  "M7 12h26v3H7ZM12 12V4h16v8Z",
] as const;

export const EYES = ["dots", "wide", "sleepy", "glasses"] as const;

export const MOUTHS = ["M14 26c2 4 10 4 12 0", "M15 27h10", "M15 27c4 2 8 1 10-2", "M16 25c0 6 8 6 8 0Z"] as const;

/** FNV-1a with a last mix, so that short names that are alike have different faces. */
export function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function faceOf(name: string): Face {
  const hash = hashed(name);
  const [skin, dark] = COLOURS[hash % COLOURS.length] ?? ["#f6c453", "#8a5a00"];
  return {
    skin,
    dark,
    head: (hash >>> 4) % HEADS.length,
    ears: (hash >>> 9) % EARS.length,
    eyes: (hash >>> 14) % EYES.length,
    mouth: (hash >>> 19) % MOUTHS.length,
  };
}
