import { isRecord } from "../../../kernel/text/json.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords whose value maps names, which may look like keywords, to schemas. */
const MAPS = new Set(["properties", "$defs", "definitions", "patternProperties"]);

/** Keywords that say nothing to a model, or that some providers refuse. */
const DROPPED = new Set(["$schema", "$id", "propertyNames"]);

/** Keywords whose value is data, not a schema. */
const DATA = new Set(["default", "enum", "const", "examples", "required"]);

/**
 * The schema in the words that every provider reads: `const` becomes `enum`
 * (Gemini ignores `const`), `oneOf` becomes `anyOf`, a pattern that only repeats
 * a format goes. The same schema gives the same bytes.
 */
export function portable(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema)
    .filter(([key]) => !DROPPED.has(key) && !(key === "pattern" && "format" in schema))
    .map(([key, value]) => portableEntry(key, value));
  return Object.fromEntries(entries);
}

function portableEntry(key: string, value: unknown): readonly [string, unknown] {
  if (key === "const") return ["enum", [value]];
  if (DATA.has(key)) return [key, value];
  if (MAPS.has(key) && isRecord(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, portableValue(member)]);
    return [key, Object.fromEntries(members)];
  }
  return [key === "oneOf" ? "anyOf" : key, portableValue(value)];
}

function portableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portableValue);
  return isRecord(value) ? portable(value) : value;
}
