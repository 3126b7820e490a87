import { format, inspect } from "node:util";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { Secret, secret } from "./secret.ts";

const TEXT = "hunter2-hunter2";
/** Simulates careless use, which lint does not always catch. */
const careless = new Secret(TEXT) as unknown as string;
const nested = { model: { keys: [new Secret(TEXT)] } };

function logged(fields: object): string {
  const lines: string[] = [];
  pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }).info(fields);
  return lines.join("");
}

function failure(): Error {
  return new Error("no answer", { cause: new Error(`key ${careless}`, { cause: nested }) });
}

test("reveals its text when asked to", () => {
  expect(new Secret(TEXT).reveal()).toBe(TEXT);
});

test.each([
  ["String()", String(new Secret(TEXT)), "•••"],
  ["a template", `key=${careless}`, "key=•••"],
  ["concatenation", "key=" + careless, "key=•••"],
  ["JSON", JSON.stringify(nested), '{"model":{"keys":["•••"]}}'],
  ["inspect", inspect(nested, { depth: 9, compact: true }), "{ model: { keys: [ ••• ] } }"],
  ["format", format("%s", new Secret(TEXT)), "•••"],
  ["pino", logged(nested), '{"level":30,"model":{"keys":["•••"]}}\n'],
])("prints a mask in %s", (_way, printed, expected) => {
  expect(printed).toBe(expected);
});

test.each([
  ["hidden properties", inspect(nested, { showHidden: true, depth: 9 })],
  ["raw inspection", inspect(nested, { customInspect: false, showHidden: true, depth: 9 })],
  ["the cause of an error", inspect(failure(), { depth: 9 })],
  ["an error that pino writes", logged({ err: failure() })],
  ["a structured clone", inspect(structuredClone(nested), { depth: 9 })],
  ["its own keys", Object.entries(new Secret(TEXT)).flat().join()],
])("does not leak through %s", (_way, printed) => {
  expect(printed).not.toContain(TEXT);
});

test("parses text into a secret and keeps the text out of complaints", () => {
  const schema = z.object({ key: secret() });
  expect(schema.parse({ key: TEXT }).key.reveal()).toBe(TEXT);
  expect(schema.safeParse({ key: "" }).error?.issues[0]?.path).toEqual(["key"]);
});

test("says in JSON Schema that it is sensitive", () => {
  const schema = z.toJSONSchema(secret().describe("Key."), { target: "draft-7", io: "input" });
  expect(schema).toMatchObject({ type: "string", writeOnly: true, description: "Key." });
});
