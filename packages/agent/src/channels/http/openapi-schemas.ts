import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";

type Json = Readonly<Record<string, unknown>>;

/** Schemas of an OpenAPI document; what they refer to stands among its components. */
export interface OpenApiSchemas {
  /** `name` is unique in the document; it names schemas that have no id of their own. */
  of(schema: z.ZodType, io: "input" | "output", name: string): Json;
  readonly components: Json;
}

export function createOpenApiSchemas(): OpenApiSchemas {
  const components: Record<string, unknown> = {};
  return {
    components,
    of(schema, io, name) {
      const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
        io,
        unrepresentable: "any",
        override: ({ jsonSchema }) => {
          // Answers may get further fields: clients are to leave alone what they do not know.
          if (io === "output" && jsonSchema.additionalProperties === false)
            delete jsonSchema.additionalProperties;
        },
      });
      const { $defs, ...root } = pointAtComponents(json, (key) => nameOf(key, io, name), name);
      if (isRecord($defs))
        for (const [key, value] of Object.entries($defs))
          components[nameOf(key, io, name)] = withoutId(value);
      if (!refersToItself(json)) return root;
      components[name] = root;
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

function refersToItself(json: Json): boolean {
  return JSON.stringify(json).includes('"$ref":"#"');
}

/** A component's name: the id that a schema was given (`Note`), or one made here. */
function nameOf(key: string, io: "input" | "output", name: string): string {
  if (key.startsWith("__")) return `${name}.${key}`;
  return io === "output" ? key : `${key}Input`;
}

function withoutId(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { id: _id, ...rest } = schema;
  return rest;
}

function pointAtComponents(json: Json, nameOfDef: (key: string) => string, name: string): Json {
  const text = JSON.stringify(json)
    .replaceAll(/"\$ref":"#\/\$defs\/([^"]+)"/g, (_whole, key: string) =>
      JSON.stringify({ $ref: `#/components/schemas/${nameOfDef(key)}` }).slice(1, -1),
    )
    .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`);
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) ? parsed : {};
}
