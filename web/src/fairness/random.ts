// Random letters made in this browser: ids of actions, and the seeds of what it gives to the dice.

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
