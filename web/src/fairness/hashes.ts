// SHA-256 and HMAC: Web Crypto where it is available (https or localhost), and our own implementation
// otherwise, so that dice can be verified on a home network too.

export type Bytes = Uint8Array<ArrayBuffer>;
/** A keyed digest, ready for many messages. */
export type Mac = (message: Bytes) => Promise<Bytes>;

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
export const hexOf = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let k = 0; k < bytes.length; k++) bytes[k] = Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16);
  return bytes;
}

const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

export async function sha256(bytes: Bytes): Promise<Bytes> {
  const browser = subtle();
  return browser ? new Uint8Array(await browser.digest("SHA-256", bytes)) : plainSha256(bytes);
}

export async function hmac(key: Bytes): Promise<Mac> {
  const browser = subtle();
  if (!browser) return async (message) => plainHmac(key, message);
  const held = await browser.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await browser.sign("HMAC", held, message));
}

// ------------------------------------------------------------------ our own, after FIPS 180-4 and RFC 2104

const BLOCK = 64;
const { START, ROUNDS } = constants();

/** The first bits of the fractions of square roots (START) and cube roots (ROUNDS) of the first primes. */
function constants(): { START: Uint32Array; ROUNDS: Uint32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root: number): number => (root - Math.floor(root)) * 0x1_0000_0000;
  return {
    START: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    ROUNDS: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function plainSha256(bytes: Bytes): Bytes {
  const length = (((bytes.length + 8) >> 6) + 1) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(length - 4, bytes.length << 3);
  const sum = START.slice();
  for (let at = 0; at < length; at += BLOCK) takeIn(sum, view, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  sum.forEach((word, k) => out.setUint32(4 * k, word));
  return digest;
}

function takeIn(sum: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64);
  for (let k = 0; k < 16; k++) words[k] = view.getUint32(at + 4 * k);
  for (let k = 16; k < 64; k++) {
    const [far, near] = [words[k - 15]!, words[k - 2]!];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[k] = words[k - 16]! + small + words[k - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = sum as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k]! + words[k]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (sum[k] = sum[k]! + word));
}

export function plainHmac(key: Bytes, message: Bytes): Bytes {
  const short = key.length > BLOCK ? plainSha256(key) : key;
  const padded = (mask: number): Bytes => Uint8Array.from({ length: BLOCK }, (_, k) => (short[k] ?? 0) ^ mask);
  const joined = (one: Bytes, other: Bytes): Bytes => Uint8Array.from([...one, ...other]);
  return plainSha256(joined(padded(0x5c), plainSha256(joined(padded(0x36), message))));
}
