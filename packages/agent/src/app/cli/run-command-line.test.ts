import { defineOperation } from "@reeve/operations/operation";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineCommandLine } from "../../operations/cli.ts";
import { commandOf, readCommandLine, shortCommandOf } from "./run-command-line.ts";

const name = z.string().optional().describe("Its name.");
const text = z.string().optional().describe("What it says.");
const enabled = z.boolean().optional().describe("Whether the webhook is on.");

const things = {
  list: defineOperation({
    name: "things.list",
    summary: "List things.",
    input: z.object({ name }),
    output: z.string(),
    effect: "read",
    scope: "read",
    http: "GET /v1/things",
    cli: { verb: "list", words: ["name?"] },
  }),
  change: defineOperation({
    name: "things.change",
    summary: "Change a thing.",
    input: z.object({ id: z.string(), text }),
    output: z.string(),
    effect: "change",
    scope: "chat",
    http: "PATCH /v1/things/{id}",
    cli: { verb: "change", words: ["id", "text…?"] },
  }),
  turn: defineOperation({
    name: "things.turn",
    summary: "Turn a thing on or off.",
    input: z.object({ id: z.string(), enabled }),
    output: z.string(),
    effect: "change",
    scope: "chat",
    http: "PUT /v1/things/{id}",
    cli: {
      verb: "turn",
      words: ["id"],
      flags: { on: "enabled" },
      negated: { off: "enabled" },
    },
  }),
};

const line = defineCommandLine({
  command: "things",
  operations: things,
  show: { list: String, change: String, turn: String },
});

const own = {
  export: {
    usage: "--to <file>",
    summary: "Write things to a file.",
    load: async () => ({ run: async (args: readonly string[]) => args.length }),
  },
};

test.each([
  [["list"], {}],
  [["list", "a"], { name: "a" }],
  [["change", "1"], { id: "1" }],
  [["change", "1", "so", "it", "is"], { id: "1", text: "so it is" }],
  [["turn", "1"], { id: "1" }],
  [["turn", "1", "--on"], { id: "1", enabled: true }],
  [["turn", "1", "--off"], { id: "1", enabled: false }],
])("%j leaves out what was not given", (args, input) => {
  expect(readCommandLine(line, args).input).toEqual(input);
});

test.each([
  [["list", "a", "b"], "Unexpected argument: b", "Usage: reeve things list [<name>]"],
  [
    ["change"],
    "Missing argument: reeve things change",
    "Usage: reeve things change <id> [<text>…]",
  ],
])("%j is refused with the right usage", (args, message, hint) => {
  expect(() => readCommandLine(line, args)).toThrow(
    expect.objectContaining({ code: "invalid", message, hint }),
  );
});

test("words may stand for a verb", () => {
  const aliased = { ...line, aliases: { "turn --again": "change" } };
  const { verb, input } = readCommandLine(aliased, ["turn", "1", "--again"]);
  expect([verb.verb, input]).toEqual(["change", { id: "1" }]);
  expect(readCommandLine(aliased, ["turn", "1"]).verb.verb).toBe("turn");
});

test("a verb that is given no argument may stand for another", () => {
  const bare = { ...line, bare: { change: "list" } };
  expect(readCommandLine(bare, ["change", "--json"])).toMatchObject({
    verb: { verb: "list" },
    input: {},
    isJson: true,
  });
  expect(readCommandLine(bare, ["change", "1"]).verb.verb).toBe("change");
});

test("verbs with files of their own stand beside derived ones", () => {
  const { help } = commandOf(line, "Manage things.", own);
  expect(help([])).toMatch(/\n {2}reeve things export --to <file> +Write things to a file\.\n/);
  expect(help(["export"])).toBe("reeve things export --to <file>\n\nWrite things to a file.");
  expect(() => readCommandLine({ ...line, own }, ["delete"])).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/, reeve things export\.$/) }),
  );
});

test("an option may stand for a verb", () => {
  const aliases = { "--all": "list", "--to": "export" };
  expect(readCommandLine({ ...line, aliases }, ["--all", "a"])).toMatchObject({
    verb: { verb: "list" },
    input: { name: "a" },
  });
  const { help } = commandOf({ ...line, aliases }, "", own);
  expect(help(["--to"])).toMatch(/^reeve things export /);
});

test("a short command explains its verb", () => {
  expect(shortCommandOf(line, "change").help([])).toContain("reeve things change <id> [<text>…]");
});

test("a former name of a verb or an option still works", () => {
  const renamed = defineCommandLine({
    ...line,
    former: { alter: "change", "--label": "--name" },
    show: { list: String, change: String, turn: String },
  });
  expect(readCommandLine(renamed, ["alter", "t1", "alter"])).toMatchObject({
    verb: { verb: "change" },
    input: { id: "t1", text: "alter" },
  });
  expect(readCommandLine(renamed, ["list", "--json"]).isJson).toBe(true);
});
