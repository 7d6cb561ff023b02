// A backup of all seats of this browser: a file, encrypted with a passphrase. It holds keys, and nothing of the dice: a
// browser that is given them commits to chains of its own, so that no two devices ever give from the same one.

import { type Place, places, remember } from "./keys";

type Encrypted = { freehold: "seats"; salt: string; iv: string; data: string };

const ROUNDS = 600_000; // of PBKDF2 with SHA-256
const SALT_BYTES = 16;
const IV_BYTES = 12;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Browsers encrypt only over https, and on the own machine. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const words = new TextEncoder().encode(passphrase.normalize("NFC"));
  const base = await crypto.subtle.importKey("raw", words, "PBKDF2", false, ["deriveKey"]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  return crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** All seats of this browser, as the text of a file. */
export async function backup(passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(places()));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(passphrase, salt), text);
  const file: Encrypted = { freehold: "seats", salt: hex(salt), iv: hex(iv), data: hex(new Uint8Array(data)) };
  return JSON.stringify(file);
}

/** Take the seats of a backup; returns how many tables it has, or null if the file or the passphrase is not right. */
export async function restore(text: string, passphrase: string): Promise<number | null> {
  try {
    const { freehold, salt, iv, data } = JSON.parse(text) as Encrypted;
    if (freehold !== "seats") return null;
    const key = await keyOf(passphrase, unhex(salt));
    const found = await crypto.subtle.decrypt({ name: "AES-GCM", iv: unhex(iv) }, key, unhex(data));
    const kept = JSON.parse(new TextDecoder().decode(found)) as Place[];
    for (const place of kept) remember(place);
    return kept.length;
  } catch {
    return null;
  }
}
