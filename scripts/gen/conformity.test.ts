import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";
import { findTools, type FoundTool } from "./find-tools.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../packages/agent/src");
const CONTRACT = path.join(import.meta.dirname, "tool-contract.tsv");

let found: readonly FoundTool[];
beforeAll(async () => {
  found = await findTools(FOLDER);
});

/** Names of the tools for which something holds. */
const namesWhere = (holds: (found: FoundTool) => boolean) =>
  found.filter(holds).map(({ tool }) => tool.name);

test("the tools are those of the contract, with its categories, scopes, roles and effects", async () => {
  const lines = (await readFile(CONTRACT, "utf8")).trim().split("\n");
  const facts = found.map(({ category, tool: { name, scope, access, effect } }) =>
    [name, category, scope, access, effect].join("\t"),
  );
  expect(facts).toEqual(lines.filter((line) => !line.startsWith("#")));
});

const isMisnamed = ({ tool: { name }, file, exportName }: FoundTool) => {
  const whole = name.replaceAll("_", "-");
  const base = path.basename(file, ".ts");
  const camel = name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return (whole !== base && !whole.endsWith(`-${base}`)) || exportName !== camel;
};

test("a tool's file and export are named after it", () => {
  expect(namesWhere(isMisnamed)).toEqual([]);
});

test("what pays, destroys or runs code asks in its own words", () => {
  const asked = new Set(["pay", "destroy", "exec"]);
  expect(namesWhere(({ tool }) => asked.has(tool.effect) && !tool.confirm)).toEqual([]);
});

const isMute = ({ tool }: FoundTool) => {
  const { properties = {} } = z.toJSONSchema(tool.params, { io: "input", target: "draft-7" });
  return Object.values(properties).some((one) => !isRecord(one) || !one["description"]);
};

test("every parameter is described and can be said in JSON Schema", () => {
  expect(namesWhere(isMute)).toEqual([]);
});

test("every tool is told in few words, and is asked for in ten ways and several languages", () => {
  const beyondEnglish = /[^\p{ASCII}\u2010-\u2026]/u;
  expect(namesWhere(({ tool }) => tool.summary.length < 20)).toEqual([]);
  expect(namesWhere(({ tool }) => tool.summary.length > 330)).toEqual([]);
  expect(namesWhere(({ tool: { utterances = [] } }) => new Set(utterances).size < 10)).toEqual([]);
  expect(
    namesWhere(
      ({ tool: { utterances = [] } }) => !utterances.some((text) => beyondEnglish.test(text)),
    ),
  ).toEqual([]);
});
