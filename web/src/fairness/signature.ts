// The server's signature of a log (Ed25519).

import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Finding, Log } from "../generated/messages";
import { canonical, digest } from "./hashes";

/** `partial`: over the actions, and not over a header without the withdrawn names. */
export type Signed = "none" | "valid" | "partial" | "invalid";

export function signatureOf({ header, ending, signature, withdrawn = [] }: Log): Signed {
  if (!signature) return "none";
  if (!ending) return "invalid";
  const hex = /^[0-9a-f]{64}$/.test(signature.key) && /^[0-9a-f]{128}$/.test(signature.value);
  const holds = (...more: unknown[]): boolean => {
    try {
      const message = utf8ToBytes(canonical(["freehold log", header.game, ending.hash, ...more]));
      const [value, key] = [hexToBytes(signature.value), hexToBytes(signature.key)];
      return hex && ed25519.verify(value, message, key, { zip215: false });
    } catch {
      return false; // not hexadecimal, or of another length
    }
  };
  if (withdrawn.length === 0) return holds() ? "valid" : "invalid";
  if (holds(withdrawn, digest(header))) return "valid";
  return header.format !== 3 && holds() ? "partial" : "invalid";
}

/** What is wrong with it; `signer`: the key that the server showed at the table. A log without a signature may be old. */
export function signatureFault({ entries, signature }: Log, signed: Signed, signer?: string): Finding | null {
  const number = entries.length;
  if (signed === "invalid") return { number, code: "verify-signature", told: "", true: "" };
  if (signature && signer && signature.key !== signer)
    return { number, code: "verify-signer", told: signature.key, true: signer };
  return null;
}
