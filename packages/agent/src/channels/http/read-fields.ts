import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const shapes = new WeakMap<z.ZodType, ReadonlyMap<string, FieldShape>>();

/**
 * Reads the fields of a path or a query as the schema's types. Numbers and booleans are parsed from
 * their text if possible; list fields collect every value of a name.
 */
export function readFields(
  schema: z.ZodType,
  fields: Iterable<readonly [string, string]>,
): Record<string, unknown> {
  const known = shapesOf(schema);
  const values = new Map<string, unknown[]>();
  for (const [name, text] of fields) {
    const value = toValue(text, known.get(name)?.type);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...values].map(([name, [first, ...more]]) => {
      const isOne = more.length === 0 && !known.get(name)?.isList;
      return [name, isOne ? first : [first, ...more]];
    }),
  );
}

interface FieldShape {
  readonly isList: boolean;
  /** JSON type of the field, or of the items of its list. */
  readonly type: unknown;
}

function toValue(text: string, type: unknown): unknown {
  if ((type === "number" || type === "integer") && NUMBER.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function shapesOf(schema: z.ZodType): ReadonlyMap<string, FieldShape> {
  const known = shapes.get(schema);
  if (known) return known;
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const found = new Map(
    Object.entries(properties ?? {}).map(([name, field]) => [name, toShape(field)]),
  );
  shapes.set(schema, found);
  return found;
}

function toShape(field: unknown): FieldShape {
  const { type, items } = isRecord(field) ? field : {};
  if (type !== "array") return { isList: false, type };
  return { isList: true, type: isRecord(items) ? items["type"] : undefined };
}
