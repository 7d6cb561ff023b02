// The server's signature of a log, checked by Web Crypto where the browser has Ed25519 (not on plain http in a home network).

import type { Finding, Log } from "../generated/messages";
import { canonical } from "./chance";
import { bytesOf, fromHex } from "./hashes";

/** `unchecked`: there is a signature, and this browser cannot check it. */
export type Signed = "none" | "valid" | "invalid" | "unchecked";

export async function signatureOf({ header, ending, signature }: Log): Promise<Signed> {
  if (!signature) return "none";
  if (!ending) return "invalid";
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return "unchecked";
  try {
    const key = await subtle.importKey("raw", fromHex(signature.key), { name: "Ed25519" }, false, ["verify"]);
    const message = bytesOf(canonical(["freehold log", header.game, ending.hash]));
    return (await subtle.verify({ name: "Ed25519" }, key, fromHex(signature.value), message)) ? "valid" : "invalid";
  } catch {
    return "unchecked"; // a browser without Ed25519
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
