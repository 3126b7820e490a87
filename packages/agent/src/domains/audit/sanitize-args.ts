import { createHash } from "node:crypto";
import { isRecord } from "../../kernel/text/json.ts";
import { isSensitive } from "../../platform/redact.ts";

/** Longer texts are recorded as their digest. */
const MAX_CHARS = 200;

/** Deeper values are recorded as their digest. */
const MAX_DEPTH = 5;

/** So many entries of a list, or fields, are recorded. */
const MAX_ENTRIES = 30;

/** Matches keys of providers and the like, whatever the argument's name: long runs of letters and digits. */
const LOOKS_SECRET = /(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-zA-Z])[\w+/=-]{32,}/;

/**
 * Returns arguments as they may be stored: each secret or long text is replaced by its digest, salted with
 * `salt`, which identifies the text without revealing it.
 */
export function sanitizeArgs(args: unknown, salt: string): unknown {
  return sanitize(args, { salt, depth: MAX_DEPTH });
}

interface Level {
  readonly salt: string;
  readonly depth: number;
}

function sanitize(value: unknown, { salt, depth }: Level): unknown {
  if (typeof value === "string") return isLoud(value) ? digested(value, salt) : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return digested(JSON.stringify(value), salt);
  const inner = { salt, depth: depth - 1 };
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((one) => sanitize(one, inner));
    const rest = value.slice(MAX_ENTRIES);
    return rest.length > 0 ? [...kept, digested(JSON.stringify(rest), salt)] : kept;
  }
  if (!isRecord(value)) return digested(JSON.stringify(value), salt);
  const entries = Object.entries(value);
  const kept = entries.slice(0, MAX_ENTRIES).map(([key, one]) => {
    const isSecret = isSensitive(key) && one !== null && one !== undefined;
    return [key, isSecret ? digested(asText(one), salt) : sanitize(one, inner)];
  });
  const rest = entries.slice(MAX_ENTRIES);
  if (rest.length > 0) kept.push(["…", digested(JSON.stringify(rest), salt)]);
  return Object.fromEntries(kept);
}

function isLoud(text: string): boolean {
  return text.length > MAX_CHARS || LOOKS_SECRET.test(text);
}

function digested(text: string, salt: string): string {
  const digest = createHash("sha256").update(salt).update("\n").update(text).digest("hex");
  return `sha256:${digest.slice(0, 32)} (${text.length} characters)`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
