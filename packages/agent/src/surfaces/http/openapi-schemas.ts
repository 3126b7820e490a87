import { z } from "zod";
import { isRecord } from "../../kernel/json.ts";

type Json = Readonly<Record<string, unknown>>;

/** Schemas as a document holds them; what they refer to stands among its components. */
export interface OpenApiSchemas {
  /** `name` tells those apart that are referred to: it is unique in the document. */
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
      const { $defs, ...root } = pointAtComponents(json, name);
      if (isRecord($defs))
        for (const [key, value] of Object.entries($defs)) components[`${name}.${key}`] = value;
      if (!refersToItself(json)) return root;
      components[name] = root;
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

function refersToItself(json: Json): boolean {
  return JSON.stringify(json).includes('"$ref":"#"');
}

function pointAtComponents(json: Json, name: string): Json {
  const text = JSON.stringify(json)
    .replaceAll('"$ref":"#/$defs/', `"$ref":"#/components/schemas/${name}.`)
    .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`);
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) ? parsed : {};
}
