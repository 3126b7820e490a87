import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { z } from "zod";

const KEY_BYTES = 42;
const SIGNATURE_BYTES = 74;
const GLOBAL_BYTES = 64;

/** DER of an Ed25519 key, before its 32 bytes. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** A public key of minisign: the second line of a .pub file. */
export const minisignKey = z
  .string()
  .regex(/^RW[A-Za-z0-9+/]{54}$/, { error: "a minisign public key begins with RW" });

/**
 * Checks a minisign signature of `data`. Throws `denied` if the key did not make it, and `invalid` if `signature` is
 * no text of a .minisig file.
 */
export function verifyMinisign(
  data: Buffer,
  { signature, publicKey }: { readonly signature: string; readonly publicKey: string },
): void {
  const [, first = "", comment = "", last = ""] = signature.split(/\r?\n/);
  const [signed, global] = [Buffer.from(first, "base64"), Buffer.from(last, "base64")];
  const trusted = /^trusted comment: (.*)$/.exec(comment)?.[1];
  if (signed.length !== SIGNATURE_BYTES || global.length !== GLOBAL_BYTES || trusted === undefined)
    throw new Fault("invalid", "The signature is not a .minisig file of minisign.");
  const key = Buffer.from(publicKey, "base64");
  const [algorithm, id, bytes] = [
    signed.subarray(0, 2),
    signed.subarray(2, 10),
    signed.subarray(10),
  ];
  const message = hashed(algorithm.toString("latin1"), data);
  const isRight =
    message !== undefined &&
    key.length === KEY_BYTES &&
    id.equals(key.subarray(2, 10)) &&
    verify(null, message, keyOf(key), bytes) &&
    verify(null, Buffer.concat([bytes, Buffer.from(trusted)]), keyOf(key), global);
  if (!isRight)
    throw new Fault("denied", `The signature does not belong to the key ${publicKey}.`, {
      hint: "Do not install it. Ask its author, through another channel, what was published.",
    });
}

/** Returns the signed bytes; undefined for an unknown algorithm. Without a hash, it is that of older versions. */
function hashed(algorithm: string, data: Buffer): Buffer | undefined {
  if (algorithm === "ED") return createHash("blake2b512").update(data).digest();
  return algorithm === "Ed" ? data : undefined;
}

function keyOf(key: Buffer): KeyObject {
  return createPublicKey({
    key: Buffer.concat([SPKI, key.subarray(10)]),
    format: "der",
    type: "spki",
  });
}
