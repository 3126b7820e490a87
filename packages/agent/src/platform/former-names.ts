import { isRecord } from "../kernel/text/json.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the path of a setting under its current name. Each key may be the name that the setting
 * had `formerly`; `<name>` in a schema of open-ended entries stands for any key.
 */
export function currentPath(schema: JsonSchema, path: string): string {
  const keys: string[] = [];
  let inner: unknown = schema;
  for (const key of path.split(".")) {
    const current = isRecord(inner) ? currentKey(inner, key) : key;
    keys.push(current);
    inner = isRecord(inner) ? schemaAt(inner, current) : undefined;
  }
  return keys.join(".");
}

/** Returns a value in which every key has its current name. Where both names occur, the current one counts. */
export function withCurrentNames(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => withCurrentNames(schema["items"], item));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const current = currentKey(schema, key);
    return { current, isFormer: current !== key, inner };
  });
  return Object.fromEntries(
    entries
      .toSorted((a, b) => Number(b.isFormer) - Number(a.isFormer))
      .map(({ current, inner }) => [current, withCurrentNames(schemaAt(schema, current), inner)]),
  );
}

/** Returns the former name of the last key of a path; undefined if it never had another. */
export function formerPath(schema: JsonSchema, path: string): string | undefined {
  const keys = path.split(".");
  const inner = keys.reduce<unknown>(
    (at, key) => (isRecord(at) ? schemaAt(at, key) : undefined),
    schema,
  );
  if (!isRecord(inner) || typeof inner["formerly"] !== "string") return undefined;
  return [...keys.slice(0, -1), inner["formerly"]].join(".");
}

function schemaAt({ properties, additionalProperties }: JsonSchema, key: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, key)
    ? properties[key]
    : additionalProperties;
}

function currentKey({ properties }: JsonSchema, key: string): string {
  if (!isRecord(properties) || Object.hasOwn(properties, key)) return key;
  const renamed = Object.entries(properties).find(
    ([, inner]) => isRecord(inner) && inner["formerly"] === key,
  );
  return renamed?.[0] ?? key;
}
