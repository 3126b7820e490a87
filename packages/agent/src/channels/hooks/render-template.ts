import { truncate } from "../../kernel/text/truncate.ts";
import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { HookRequest } from "../hooks.ts";

/** Maximum size of one part of a template, and of the whole. */
const MAX_PART = 4000;
const MAX_ITEMS = 20_000;

/** Headers that prove the caller's identity; templates must not show them. */
const SECRET_HEADERS = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "webhook-signature",
  "x-api-token",
  "x-hub-signature",
  "x-hub-signature-256",
]);

/**
 * Fills a template: `{{name}}`, `{{body}}`, parts of a JSON body such as `{{body.items.0.title}}`,
 * and `{{headers.x-github-event}}`. Missing values become empty.
 */
export function renderTemplate(
  template: string,
  { name, headers, body }: HookRequest & { readonly name: string },
): string {
  const shown = Object.entries(headers).filter(([header]) => !SECRET_HEADERS.has(header));
  const sent = { name, headers: Object.fromEntries(shown), body: parseJson(body)?.value ?? body };
  const text = template.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) =>
    path === "body" ? body : truncate(toText(valueAt(sent, path.split("."))), MAX_PART),
  );
  return truncate(text, MAX_ITEMS);
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(key)], rest);
  return isRecord(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
