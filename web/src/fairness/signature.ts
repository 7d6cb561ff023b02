// The server's signature of a log (Ed25519).

import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Finding, Log } from "../generated/messages";
import { canonical } from "./hashes";

export type Signed = "none" | "valid" | "invalid";

export function signatureOf({ header, ending, signature }: Log): Signed {
  if (!signature) return "none";
  if (!ending) return "invalid";
  try {
    const message = utf8ToBytes(canonical(["freehold log", header.game, ending.hash]));
    const [value, key] = [hexToBytes(signature.value), hexToBytes(signature.key)];
    return ed25519.verify(value, message, key, { zip215: false }) ? "valid" : "invalid";
  } catch {
    return "invalid"; // not hexadecimal, or of another length
  }
}

/** What is wrong with it; `signer`: the key that the server showed at the table. A log without a signature may be old. */
export function signatureFault({ entries, signature }: Log, signed: Signed, signer?: string): Finding | null {
  const number = entries.length;
  if (signed === "invalid") return { number, code: "verify-signature", told: "", true: "" };
  if (signature && signer && signature.key !== signer)
    return { number, code: "verify-signer", told: signature.key, true: signer };
  return null;
}
