import { expect, test } from "vitest";
import { z } from "zod";
import { portable } from "./portable.ts";

test("says in common words what only some providers read", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      kind: { oneOf: [{ const: "a" }, { const: null }] },
      const: { type: "string", const: "b" },
      at: { type: "string", format: "date-time", pattern: "^.{300}$" },
      code: { type: "string", pattern: "^[a-z]$" },
      names: { type: "object", propertyNames: { type: "string" }, default: { const: 1 } },
    },
    required: ["kind", "const"],
  };
  expect(portable(schema)).toEqual({
    type: "object",
    properties: {
      kind: { anyOf: [{ enum: ["a"] }, { enum: [null] }] },
      const: { type: "string", enum: ["b"] },
      at: { type: "string", format: "date-time" },
      code: { type: "string", pattern: "^[a-z]$" },
      names: { type: "object", default: { const: 1 } },
    },
    required: ["kind", "const"],
  });
});

test("gives the same bytes each time, and changes nothing the second time", () => {
  const params = z.object({
    mode: z.union([z.literal("a"), z.object({ at: z.iso.datetime() })]),
    map: z.record(z.string(), z.number()),
  });
  const schema = () => portable(z.toJSONSchema(params, { io: "input", target: "draft-7" }));
  expect(JSON.stringify(schema())).toBe(JSON.stringify(schema()));
  expect(portable(schema())).toEqual(schema());
});
