import { isRecord } from "../../../kernel/text/json.ts";
import type { Found } from "./step.ts";

/** The text that a result is about: the result itself, or its field that holds text. */
export function textOf({ text, value }: Found): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return text;
  if (typeof value["head"] === "string") return excerptOf(value);
  const held = ["text", "content", "value", "result"].map((key) => value[key]);
  return held.find((one) => typeof one === "string") ?? text;
}

/** A long result, of which the conversation holds only the ends. */
function excerptOf({ head, tail, artifact }: Record<string, unknown>): string {
  return `${String(head)}\n…\n${String(tail)}\n(Read on with: read artifact ${String(artifact)})`;
}

/** The records that a result lists, whether it is the list or holds it in a field. */
export function recordsOf({ value }: Found): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  if (!isRecord(value)) return [];
  const list = Object.values(value).find((field) => Array.isArray(field));
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** A field as text, if the record has it. */
export function fieldOf(record: Record<string, unknown>, name: string): string | undefined {
  const field = record[name];
  if (typeof field === "number") return String(field);
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** Says a value in words, for results whose form no rule knows. */
export function describe({ text, value }: Found): string {
  if (!isRecord(value)) return typeof value === "string" ? value : text;
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${typeof field === "string" ? field : JSON.stringify(field)}`)
    .join(", ");
}
