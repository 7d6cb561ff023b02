// SHA-256, HMAC and random numbers. Not by Web Crypto, which has no digests on plain http in a home network.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Canonical JSON: sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, held]) => held !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(",")}}`;
}

/** A keyed digest of a value's canonical JSON. */
export type Mac = (value: unknown) => Uint8Array;

export const macOf = (secret: string): Mac => {
  const keyed = hmac.create(sha256, hexToBytes(secret));
  return (value) =>
    keyed
      .clone()
      .update(utf8ToBytes(canonical(value)))
      .digest();
};

/** The digest of a value's canonical JSON. */
export const digest = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(canonical(value))));

/** The digest of bytes in hexadecimal; of anything else "", which no digest equals. */
export function hashOf(hex: string): string {
  try {
    return bytesToHex(sha256(hexToBytes(hex)));
  } catch {
    return "";
  }
}

export const randomHex = (bytes: number): string => bytesToHex(randomBytes(bytes));
