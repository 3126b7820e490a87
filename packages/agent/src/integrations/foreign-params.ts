import type { Tool } from "@reeve/sdk";
import { z } from "zod";

type Schema = Readonly<Record<string, unknown>>;

const jsonSchema = z.custom<z.core.JSONSchema.JSONSchema>();

/**
 * Checks arguments as a server or a plugin declares them in JSON Schema. What cannot be checked here, it checks
 * itself: patterns, which could take minutes to match, and schemas that are not valid.
 */
export function foreignParams(schema: Schema): z.ZodType {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === "patternProperties" || (key === "pattern" && typeof value === "string")
      ? undefined
      : value,
  );
  try {
    return z.fromJSONSchema(jsonSchema.parse(JSON.parse(text)));
  } catch {
    return z.record(z.string(), z.unknown());
  }
}

const object = z.object({ properties: z.record(z.string(), z.unknown()).optional() });

/** Roles of arguments that all leave for somewhere else, also of those that the schema does not name. */
export function allSent(schema: Schema): NonNullable<Tool["sensitiveArguments"]> {
  const names = Object.keys(object.parse(schema).properties ?? {});
  return Object.fromEntries([...names, "*"].map((name) => [name, "query" as const]));
}
