import { createHash, timingSafeEqual } from "node:crypto";

/** Bytes that nobody can guess. An argument wherever a test could care. */
export type RandomBytes = (size: number) => Buffer;

/** A credential: an id to find it by, and a secret. */
export interface Credential {
  readonly id: string;
  /** The whole, as it is shown. */
  readonly text: string;
  /** Digest of the secret; only this is stored. */
  readonly digest: string;
}

const ID_BYTES = 8;
const SECRET_BYTES = 32;
const SHAPE = /^([a-z]{2})_([0-9a-f]{16})_([\w-]{43})$/;

/** `rv` for tokens, `rs` for browsers, `ro` for links that work once. */
export type CredentialKind = "rv" | "rs" | "ro";

/** Makes a credential that nobody can guess. Hand out `text` once, and keep the digest alone. */
export function mintCredential(kind: CredentialKind, randomBytes: RandomBytes): Credential {
  const id = randomBytes(ID_BYTES).toString("hex");
  const text = `${kind}_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { id, text, digest: digestOfText(text) };
}

/** Undefined where the text cannot be one of the kind. */
export function parseCredential(kind: CredentialKind, text: string): Credential | undefined {
  const [, found, id] = SHAPE.exec(text) ?? [];
  if (found !== kind || id === undefined) return undefined;
  return { id, text, digest: digestOfText(text) };
}

/** Compares in a time that tells nothing of where they differ. */
export function isSameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function digestOfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
