import { isRecord } from "../kernel/text/json.ts";
import { MASK, Secret } from "./secret.ts";

const SENSITIVE =
  /(token|apikey|accesskey|privatekey|password|passwd|passphrase|secret|mnemonic|seedphrase|authorization|cookie|credential)s?$/;

/** Deeper values are left out; a log entry is read, not stored. */
const MAX_DEPTH = 8;

/**
 * Redacts fields for writing: plain data, errors with their causes, and `•••` in place of values with
 * sensitive keys, at any depth. Token counts stay.
 */
export function redact(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return entriesOf(fields, MAX_DEPTH);
}

function entriesOf(
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, valueOf(key, inner, depth - 1)]),
  );
}

function valueOf(key: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null || !isSensitive(key)) return toPlain(value, depth);
  const name = key.replaceAll(/[^a-zA-Z]/g, "").toLowerCase();
  return name.endsWith("tokens") && hasOnlyNumbers(value) ? value : MASK;
}

function toPlain(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Secret) return MASK;
  if (depth <= 0) return "…";
  if (value instanceof Error) return errorOf(value, depth);
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (value instanceof Map || value instanceof Set) return toPlain([...value], depth);
  if (Array.isArray(value)) return value.map((inner) => toPlain(inner, depth - 1));
  return isRecord(value) ? entriesOf(value, depth) : undefined;
}

function errorOf(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const details = entriesOf(Object.fromEntries(Object.entries(error)), depth);
  return {
    ...details,
    name,
    message,
    stack,
    ...(cause ? { cause: toPlain(cause, depth - 1) } : {}),
  };
}

function hasOnlyNumbers(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).every(hasOnlyNumbers);
  return typeof value === "number";
}

/** Checks whether a name, such as that of a setting or argument, denotes a secret. */
export function isSensitive(key: string): boolean {
  return SENSITIVE.test(key.replaceAll(/[^a-zA-Z]/g, "").toLowerCase());
}
