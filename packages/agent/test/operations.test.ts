import { nouns } from "@reeve/operations/nouns";
import { httpOf } from "@reeve/operations/operation";
import { expect, test } from "vitest";
import { commands } from "../src/app/cli/commands.ts";
import { readCommandLine } from "../src/app/cli/run-command-line.ts";
import { type CommandLine, verbsOf } from "../src/operations/cli.ts";
import { optionsIn } from "../src/operations/read-words.ts";

const all = nouns.flatMap(({ operations }) => Object.values(operations));
const lines = await Promise.all(commands.flatMap(({ line }) => (line ? [line()] : [])));
const verbs = lines.flatMap((line) =>
  verbsOf(line).map((verb) => ({ name: `${line.command} ${verb.verb}`, line, verb })),
);

/** Splits a line as a shell does; quotes hold words together. */
function shellWords(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}

test("no two operations share a name, a route or a verb", () => {
  const names = all.map(({ name }) => name);
  const routes = all
    .filter(({ http }) => http !== undefined)
    .map((operation) => `${httpOf(operation).method} ${httpOf(operation).path}`);
  const typed = verbs.map(({ name }) => name);
  for (const list of [names, routes, typed])
    expect(list.toSorted()).toEqual([...new Set(list)].toSorted());
});

test("each operation with a verb is served by one command", () => {
  const served = lines.flatMap(({ operations }) => Object.values(operations));
  expect(
    served
      .filter(({ cli }) => cli)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(
    all
      .filter(({ cli }) => cli)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test("what an operation is undone by is an operation", () => {
  const names = new Set(all.map(({ name }) => name));
  const undone = all.flatMap(({ undo }) =>
    undo === undefined || undo === "history" ? [] : [undo],
  );
  expect(undone.filter((name) => ![...names].includes(name))).toEqual([]);
});

test.each(verbs)("$name describes each of its options", ({ line, verb }) => {
  const silent = optionsIn(line, verb).filter(({ description }) => description === "");
  expect(silent.map(({ option }) => option)).toEqual([]);
});

test.each(verbs)("the example of $name is a valid call", ({ line, verb }) => {
  const { example } = verb;
  const takes = (verb.words?.length ?? 0) > 0 || hasOptions(line, verb);
  expect(example !== undefined || !takes).toBe(true);
  const read = readCommandLine(line, [...verb.verb.split(" "), ...shellWords(example ?? "")]);
  expect(read.verb.verb).toBe(verb.verb);
  const { error } = verb.operation.input.safeParse(read.input);
  expect(error).toBe(undefined);
});

function hasOptions(line: CommandLine, verb: (typeof verbs)[number]["verb"]): boolean {
  return optionsIn(line, verb).some(({ option }) => option !== "json");
}
