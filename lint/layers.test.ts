import path from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error -- lint rules are plain JavaScript, which the linter loads itself
import layers from "./layers.mjs";

const src = path.resolve("packages/agent/src");

/** Returns the messages that the rule reports for one import. */
function denials(from: string, specifier: string): readonly string[] {
  const messages: string[] = [];
  const visitors = layers.rules.order.create({
    filename: path.join(src, from),
    report: ({ message }: { message: string }) => messages.push(message),
  });
  visitors.ImportDeclaration?.({ source: { value: specifier } });
  return messages;
}

test("imports run downhill", () => {
  expect(denials("core/core.ts", "../kernel/ids.ts")).toEqual([]);
  expect(denials("kernel/ids.ts", "../core/core.ts")).toEqual([
    "kernel/ may import nothing, not core/.",
  ]);
});

test("another layer is entered by its doors only", () => {
  expect(denials("core/core.ts", "../store/store.ts")).toEqual([]);
  expect(denials("core/core.ts", "../store/sqlite/open.ts")).toEqual([
    "store/sqlite/ is private; enter store/ by a file at its root.",
  ]);
});

test("a group of files belongs to the root of its layer", () => {
  expect(denials("core/core.ts", "../store/turns/turns.ts")).toEqual([]);
  expect(denials("core/delivery/deliver.ts", "../events/publish.ts")).toEqual([]);
  expect(denials("store/turns/turns.ts", "../sqlite/open.ts")).toEqual([
    "store/sqlite/ is an adapter; only app/ chooses adapters.",
  ]);
  expect(denials("kernel/text/json.ts", "../../core/events/publish.ts")).toEqual([
    "kernel/ may import nothing, not core/.",
  ]);
});

test("a contract does not know its adapters, and app chooses them", () => {
  expect(denials("store/store.ts", "./sqlite/open.ts")).toEqual([
    "store/sqlite/ is an adapter; only app/ chooses adapters.",
  ]);
  expect(denials("app/app.ts", "../store/sqlite/open.ts")).toEqual([]);
});

test("rooms are strangers unless they are listed", () => {
  expect(denials("core/turns/claim.ts", "../context/assemble.ts")).toEqual([]);
  expect(denials("core/context/assemble.ts", "../turns/claim.ts")).toEqual([
    "core/context/ does not know core/turns/.",
  ]);
});

test("tests and fakes are free", () => {
  expect(denials("kernel/ids.test.ts", "../core/core.ts")).toEqual([]);
  expect(denials("store/testing/suite.ts", "../sqlite/open.ts")).toEqual([]);
});

test("a feature's folder is a unit that app lists and whose tools may use the registry", () => {
  expect(denials("features/notes/tools/create.ts", "../../../tools/item-id.ts")).toEqual([]);
  expect(denials("features/notes/tools/create.ts", "../create-notes.ts")).toEqual([]);
  expect(denials("features/notes/feature.ts", "../feature.ts")).toEqual([]);
  expect(denials("features/notes/feature.ts", "../../integrations/web.ts")).toEqual([]);
  expect(denials("app/features.ts", "../features/notes/feature.ts")).toEqual([]);
  expect(denials("features/feature.ts", "./notes/feature.ts")).toEqual([
    "features/notes/ is a feature; only app/ lists features.",
  ]);
});

test("features know each other by their operations only, and the engine knows no feature", () => {
  expect(denials("features/notes/implement.ts", "../../operations/tasks.ts")).toEqual([]);
  expect(denials("features/notes/implement.ts", "../tasks/implement.ts")).toEqual([
    "features/notes/ does not know features/tasks/.",
  ]);
  expect(denials("core/core.ts", "../features/notes/implement.ts")).toEqual([
    "core/ may import kernel, platform, store, llm, work, memory, domains, tools, operations, not features/.",
  ]);
  expect(denials("tools/toolbox.ts", "../features/notes/tools/create.ts")).toEqual([
    "tools/ may import kernel, platform, integrations, domains, memory, not features/.",
  ]);
  expect(denials("operations/notes.ts", "../core/core.ts")).toEqual([
    "operations/ may import kernel, not core/.",
  ]);
});

/** Returns the messages that the contracts rule reports for a call of `z.<schema>()` in a file. */
function schemaIn(file: string, schema: string): readonly string[] {
  const messages: string[] = [];
  const visitors = layers.rules.contract.create({
    filename: path.join(src, file),
    report: ({ message }: { message: string }) => messages.push(message),
  });
  const callee = { object: { name: "z" }, property: { name: schema } };
  visitors.CallExpression?.({ callee });
  return messages;
}

test("what an operation takes and returns is declared in its contract only", () => {
  const refused = ["Declare this shape in the contract, in packages/operations/src."];
  expect(schemaIn("features/notes/implement.ts", "object")).toEqual(refused);
  expect(schemaIn("features/notes/command.ts", "looseObject")).toEqual(refused);
  expect(schemaIn("core/turns/operations/turn-operations.ts", "strictObject")).toEqual(refused);
  expect(schemaIn("app/commands/pause.ts", "object")).toEqual(refused);
  expect(schemaIn("features/notes/tools/create.ts", "object")).toEqual([]);
  expect(schemaIn("features/notes/implement.ts", "int")).toEqual([]);
});

test.each([
  [["one"], ["Use attempt(…) of kernel/attempt.ts."]],
  [["one", "two"], []],
])("one promise is settled by attempt: %j", (elements, refused) => {
  const messages: string[] = [];
  const visitors = layers.rules["settle-one"].create({
    filename: path.join(src, "core/core.ts"),
    report: ({ message }: { message: string }) => messages.push(message),
  });
  visitors.CallExpression?.({
    callee: { object: { name: "Promise" }, property: { name: "allSettled" } },
    arguments: [
      { type: "ArrayExpression", elements: elements.map((name) => ({ type: "Identifier", name })) },
    ],
  });
  expect(messages).toEqual(refused);
});
