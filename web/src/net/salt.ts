// A seat's own share in the dice: random letters made in this browser, so that no server could have chosen its secret
// with them in mind.

const BYTES = 16;

export const newSalt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
