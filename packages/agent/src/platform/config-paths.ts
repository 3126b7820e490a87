import { parseDocument } from "yaml";
import { z } from "zod";
import { memoize } from "../kernel/memoize.ts";
import { isRecord } from "../kernel/text/json.ts";
import { suggestName } from "../kernel/text/suggest-name.ts";

/** One setting, as people name it. */
export interface ConfigPath {
  /** `agent.maxSteps` */
  readonly path: string;
  /** `REEVE_AGENT_MAX_STEPS`, or what the schema names in its place. */
  readonly variable: string;
  /** The variable of the name that it had before; not shown. */
  readonly formerVariable: string | undefined;
  readonly description: string;
  /** Undefined where there is none, or where it depends on the machine. */
  readonly default: unknown;
  readonly isSecret: boolean;
  readonly jsonSchema: JsonSchema;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns every setting of a schema, in its order. An open-ended section is one setting. */
export const configPaths = memoize((schema: z.ZodObject): readonly ConfigPath[] =>
  pathsIn(jsonSchemaOf(schema), []),
);

/** Returns the paths of an open-ended setting's entries under `<name>`; they have no environment variables. */
export function entryPaths({ path, jsonSchema }: ConfigPath): readonly ConfigPath[] {
  const entry = jsonSchema["additionalProperties"];
  return isRecord(entry) && isRecord(entry["properties"]) ? pathsIn(entry, [path, "<name>"]) : [];
}

/** Returns the schema of the config file, for editors: draft-7, as people write it. */
export function configJsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, {
    ...DIALECT,
    override: ({ jsonSchema }) => void delete jsonSchema["formerly"],
  });
}

/** Returns the schema with the former names of settings. */
export const jsonSchemaOf = memoize((schema: z.ZodObject): JsonSchema =>
  z.toJSONSchema(schema, DIALECT),
);

const DIALECT = { target: "draft-7", io: "input" } as const;

function pathsIn(jsonSchema: JsonSchema, keys: readonly string[]): ConfigPath[] {
  const properties = jsonSchema["properties"];
  if (isRecord(properties)) {
    return Object.entries(properties).flatMap(([key, inner]) =>
      isRecord(inner) ? pathsIn(inner, [...keys, key]) : [],
    );
  }
  const description = jsonSchema["description"];
  const { variable, formerly } = jsonSchema;
  return [
    {
      path: keys.join("."),
      variable: typeof variable === "string" ? variable : toVariable(keys),
      formerVariable:
        typeof formerly === "string" ? toVariable([...keys.slice(0, -1), formerly]) : undefined,
      description: typeof description === "string" ? description : "",
      default: jsonSchema["default"],
      isSecret: jsonSchema["writeOnly"] === true,
      jsonSchema,
    },
  ];
}

/** Describes the allowed values in words: "a whole number from 1 to 50". */
export function describeValues({ jsonSchema }: ConfigPath): string {
  return valuesOf(jsonSchema);
}

function valuesOf(jsonSchema: JsonSchema): string {
  const choices = jsonSchema["enum"];
  if (Array.isArray(choices)) return `one of ${choices.join(", ")}`;
  const alternatives = jsonSchema["anyOf"];
  if (Array.isArray(alternatives)) return alternatives.filter(isRecord).map(valuesOf).join(" or ");

  switch (jsonSchema["type"]) {
    case "integer":
      return `a whole number${rangeOf(jsonSchema)}`;
    case "number":
      return `a number${rangeOf(jsonSchema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
      return "a section";
    case "null":
      return "null";
    default:
      return jsonSchema["const"] === undefined ? "text" : JSON.stringify(jsonSchema["const"]);
  }
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER;
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  if (from && to) return ` from ${minimum} to ${maximum}`;
  if (from) return ` of at least ${minimum}`;
  if (typeof exclusiveMinimum !== "number") return to ? ` of at most ${maximum}` : "";
  return ` greater than ${exclusiveMinimum}${to ? ` and at most ${maximum}` : ""}`;
}

function toVariable(keys: readonly string[]): string {
  const words = keys.map((key) => key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_"));
  return ["REEVE", ...words].join("_").toUpperCase();
}

/**
 * Returns the setting that `path` names: a known one, or an entry of an open-ended one. Undefined if there
 * is none.
 */
export function findSetting(paths: readonly ConfigPath[], path: string): ConfigPath | undefined {
  return paths.find(
    (setting) => setting.path === path || (isOpenEnded(setting) && isBelow(path, setting.path)),
  );
}

/** Checks whether `path` is below `above`. */
export function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`) && !path.includes("__proto__");
}

/** Returns a hint for a setting that does not exist. */
export function unknownSettingHint(paths: readonly ConfigPath[], path: string): string {
  const known = suggestName(
    path,
    paths.map((setting) => setting.path),
  );
  return known ? `Did you mean ${known}?` : "List the settings: reeve config list";
}

/** Parses a value as people write it on a command line. */
export function parseSetting({ jsonSchema }: ConfigPath, text: string): unknown {
  if (jsonSchema["type"] === "string") return text;
  const document = parseDocument(text);
  // Text that is not YAML is used as typed; the schema reports what is wrong with it.
  return document.errors.length > 0 ? text : document.toJS();
}

/** Checks whether people choose the names of its entries. */
export function isOpenEnded({ jsonSchema }: ConfigPath): boolean {
  return isRecord(jsonSchema["additionalProperties"]);
}
