import { expect, test } from "vitest";
import { z } from "zod";
import { configJsonSchema, configPaths, describeValues, entryPaths } from "./config-paths.ts";
import { secret } from "./secret.ts";

const schema = z.object({
  agent: z
    .object({ maxSteps: z.int().min(1).max(50).default(5).describe("Steps.") })
    .prefault({})
    .describe("The agent."),
  models: z.object({ apiKey: secret().optional().describe("Key.") }).prefault({}),
});

test("lists each setting with its variable, default and description", () => {
  expect(configPaths(schema)).toEqual([
    {
      path: "agent.maxSteps",
      variable: "REEVE_AGENT_MAX_STEPS",
      description: "Steps.",
      default: 5,
      isSecret: false,
      jsonSchema: { type: "integer", minimum: 1, maximum: 50, default: 5, description: "Steps." },
    },
    {
      path: "models.apiKey",
      variable: "REEVE_MODELS_API_KEY",
      description: "Key.",
      default: undefined,
      isSecret: true,
      jsonSchema: { type: "string", minLength: 1, writeOnly: true, description: "Key." },
    },
  ]);
});

test("entries of an open-ended setting are listed under a name that stands for any", () => {
  const port = z.object({ port: z.int().default(80).describe("Where.") });
  const sections = z.object({ hosts: z.record(z.string(), port), words: z.array(z.string()) });
  const entries = configPaths(sections).flatMap(entryPaths);
  expect(entries.map(({ path, description }) => [path, description])).toEqual([
    ["hosts.<name>.port", "Where."],
  ]);
});

test("the JSON Schema is draft-7 and describes what people write", () => {
  expect(configJsonSchema(schema)).toMatchObject({
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { agent: { description: "The agent.", default: {} } },
  });
});

test.each([
  [z.int(), "a whole number"],
  [z.int().min(1), "a whole number of at least 1"],
  [z.number().max(9), "a number of at most 9"],
  [z.number().positive(), "a number greater than 0"],
  [z.number().positive().max(9), "a number greater than 0 and at most 9"],
  [z.boolean(), "true or false"],
  [z.string(), "text"],
  [z.literal("on"), '"on"'],
  [z.array(z.string()), "a list"],
  [z.record(z.string(), z.string()), "a section"],
  [z.union([z.literal("auto"), z.int().min(1).max(9)]), '"auto" or a whole number from 1 to 9'],
])("says what fits: %#", (setting, words) => {
  const [path] = configPaths(z.object({ setting }));
  expect(path && describeValues(path)).toBe(words);
});
