import { isRecord } from "../../../kernel/text/json.ts";
import { type JsonSchema, portable } from "./portable.ts";

/** Keywords without a strict counterpart. `$ref` is among them to be on the safe side. */
const UNSUPPORTED = [
  "$ref",
  "$defs",
  "definitions",
  "allOf",
  "patternProperties",
  "prefixItems",
  "not",
  "if",
  "then",
  "else",
  "contains",
];

/**
 * The schema in OpenAI's strict subset: every key required, optional ones
 * nullable, nothing beside them. Undefined when it cannot be said that way; it is
 * then sent as it is. Take the nulls out of the arguments with `withoutFilledNulls`.
 */
export function strict(schema: JsonSchema): JsonSchema | undefined {
  const converted = strictValue(portable(schema));
  return converted?.["type"] === "object" ? converted : undefined;
}

/** Takes out the nulls that stand for parameters the model left away. */
export function withoutFilledNulls(value: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value))
    return value.map((item: unknown) => withoutFilledNulls(item, schema["items"]));
  const properties = schema["properties"];
  if (!isRecord(value) || !isRecord(properties)) return value;
  const required = requiredOf(schema);
  const kept = Object.entries(value)
    .filter(([key, item]) => item !== null || required.has(key) || allowsNull(properties[key]))
    .map(([key, item]) => [key, withoutFilledNulls(item, properties[key])]);
  return Object.fromEntries(kept);
}

function strictValue(schema: unknown): Record<string, unknown> | undefined {
  if (!isRecord(schema) || UNSUPPORTED.some((keyword) => keyword in schema)) return undefined;
  const { default: _default, anyOf, items, ...rest } = schema;
  const choices = Array.isArray(anyOf) ? allOrNone(anyOf.map(strictValue)) : undefined;
  const item = items === undefined ? undefined : strictValue(items);
  if ((anyOf !== undefined && !choices) || (items !== undefined && !item)) return undefined;

  const base = { ...rest, ...(choices && { anyOf: choices }), ...(item && { items: item }) };
  if (schema["type"] !== "object") return base;
  const members = strictMembers(schema);
  return members && { ...base, ...members };
}

function strictMembers(schema: JsonSchema): Record<string, unknown> | undefined {
  const { additionalProperties = false, properties = {} } = schema;
  if (additionalProperties !== false || !isRecord(properties)) return undefined;
  const required = requiredOf(schema);
  const converted = allOrNone(
    Object.entries(properties).map(([key, property]) => {
      const value = strictValue(property);
      if (!value) return undefined;
      return [key, required.has(key) ? value : { anyOf: [value, { type: "null" }] }] as const;
    }),
  );
  return (
    converted && {
      properties: Object.fromEntries(converted),
      required: Object.keys(properties),
      additionalProperties: false,
    }
  );
}

function allOrNone<Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}

function requiredOf({ required }: JsonSchema): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}

function allowsNull(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  const { type, anyOf, enum: choices } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  if (Array.isArray(choices) && choices.includes(null)) return true;
  return Array.isArray(anyOf) && anyOf.some(allowsNull);
}
