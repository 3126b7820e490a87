import { Fault, type HookName } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { Log } from "../../../platform/log.ts";
import type { Work } from "../protocol.ts";
import { createHooks, type HookedPlugin } from "./create-hooks.ts";

type Answers = Partial<Record<HookName, (event: Readonly<Record<string, unknown>>) => unknown>>;

interface Written {
  readonly plugin: unknown;
  readonly hook: unknown;
  readonly reason: unknown;
}

/** Plugins that answer as given, in the order of their installation. */
function open(plugins: Readonly<Record<string, Answers & { readonly priority?: number }>>) {
  const written: Written[] = [];
  const note: Log["warn"] = (_sentence, fields = {}) => {
    const { plugin, hook, reason } = fields;
    written.push({ plugin, hook, reason });
  };
  const log: Log = {
    debug: note,
    info: note,
    warn: note,
    error: note,
    child: () => log,
  };
  const hooked = Object.entries(plugins).map(
    ([plugin, { priority = 0, ...answers }]): HookedPlugin => ({
      plugin,
      hooks: NAMES.filter((name) => name in answers).map((name) => ({ name, priority })),
      handleOf: ({ chat, person }) => `${plugin}:${chat}:${person}`,
      call: async (work: Work) =>
        work.kind === "hook" ? answers[work.name]?.(work.event) : undefined,
    }),
  );
  const { signal } = new AbortController();
  const hooks = createHooks({ plugins: async () => hooked, log, signal });
  return { hooks, written };
}

const NAMES: readonly HookName[] = [
  "messageReceived",
  "promptBefore",
  "toolBefore",
  "responseBefore",
  "toolAfter",
];
const ORIGIN = { chat: "c1", person: "p1", turn: "t1" };
const MESSAGE = {
  ...ORIGIN,
  id: "m1",
  name: "Ann",
  text: "Hi",
  quote: "",
  isOverheard: false,
  files: 0,
};
const CALL = { ...ORIGIN, tool: "note_create", args: {}, effect: "write" } as const;

function fail(): never {
  throw new Fault("unavailable", "It hangs.");
}

test("the first that blocks decides: by priority, then by name", async () => {
  const seen: string[] = [];
  const watch = (name: string, answer?: unknown) => () => {
    seen.push(name);
    return answer;
  };
  const { hooks } = open({
    late: { messageReceived: watch("late", { block: "late" }), priority: -1 },
    beta: { messageReceived: watch("beta", { block: "rude", say: "Be kind." }) },
    alpha: { messageReceived: watch("alpha") },
    first: { messageReceived: watch("first"), priority: 5 },
  });
  expect(await hooks.messageReceived(MESSAGE)).toEqual({
    plugin: "beta",
    reason: "rude",
    say: "Be kind.",
  });
  expect(seen).toEqual(["first", "alpha", "beta"]);
});

test.each<readonly [string, unknown]>([
  ["a permission", { allow: true }],
  ["more than it may answer", { block: "x", role: "owner" }],
  ["a text of its own for the person", { text: "changed" }],
  ["a reason that is too long", { block: "x".repeat(301) }],
  ["a string", "block"],
])("an answer that is %s is skipped, and the next one is asked", async (_name, answer) => {
  const { hooks, written } = open({
    forger: { messageReceived: () => answer, priority: 1 },
    honest: { messageReceived: () => ({ block: "spam" }) },
  });
  expect(await hooks.messageReceived(MESSAGE)).toMatchObject({ plugin: "honest" });
  expect(written).toEqual([
    {
      plugin: "forger",
      hook: "messageReceived",
      reason: expect.stringMatching(/what the hook may not/),
    },
  ]);
});

test("a hook that fails changes nothing, and the log names its plugin", async () => {
  const { hooks, written } = open({ slow: { messageReceived: fail, responseBefore: fail } });
  expect(await hooks.messageReceived(MESSAGE)).toBeUndefined();
  const said = await hooks.responseBefore({ ...ORIGIN, text: "Hello" });
  expect(said).toEqual({ text: "Hello", plugins: [] });
  expect(written.map(({ plugin, hook }) => [plugin, hook])).toEqual([
    ["slow", "messageReceived"],
    ["slow", "responseBefore"],
  ]);
});

function denial(answer: () => unknown): Promise<string | undefined> {
  return open({ guard: { toolBefore: answer } }).hooks.toolBefore(CALL);
}

test("a call is denied for a reason, also where its check fails or answers a permission", async () => {
  expect(await denial(() => {})).toBeUndefined();
  expect(await denial(() => ({ deny: "not today" }))).toMatch(/guard denied it: not today/);
  expect(await denial(fail)).toMatch(/guard could not check/);
  expect(await denial(() => ({ allow: true }))).toMatch(/guard could not check/);
});

test("each hook gets the text of the one before, and one that withholds it ends that", async () => {
  const { hooks } = open({
    a: { responseBefore: ({ text }) => ({ text: `${String(text)}!` }) },
    b: { responseBefore: ({ text }) => ({ text: `${String(text)}?` }) },
  });
  const event = { ...ORIGIN, text: "Hi" };
  expect(await hooks.responseBefore(event)).toEqual({ text: "Hi!?", plugins: ["a", "b"] });
  const strict = open({
    a: { responseBefore: () => ({ block: "secret" }) },
    b: { responseBefore: () => ({ text: "Hi" }) },
  });
  expect(await strict.hooks.responseBefore(event)).toEqual({ text: undefined, plugins: ["a"] });
});

test("a plugin gets its own handle of the chat, and texts of bounded length", async () => {
  const seen: unknown[] = [];
  const { hooks } = open({
    a: { promptBefore: (event) => void seen.push(event) },
    b: { promptBefore: () => ({ context: "It rains." }) },
  });
  const text = "x".repeat(200_000);
  expect(await hooks.promptBefore({ ...ORIGIN, text })).toEqual([
    { plugin: "b", text: "It rains." },
  ]);
  expect(seen).toEqual([
    { chat: "a:c1:p1", person: "p1", turn: "t1", text: expect.stringMatching(/^x{99999}…$/) },
  ]);
});

test("nobody waits for observers, and those that fail are logged", async () => {
  const gate = Promise.withResolvers<void>();
  const { hooks, written } = open({ watcher: { toolAfter: () => gate.promise.then(fail) } });
  hooks.observe("toolAfter", { ...CALL, result: "done" });
  expect(written).toEqual([]);
  gate.resolve();
  await hooks.observed();
  expect(written).toEqual([{ plugin: "watcher", hook: "toolAfter", reason: "It hangs." }]);
});

test("observers that pile up are dropped", async () => {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const { hooks, written } = open({
    watcher: {
      toolAfter() {
        calls += 1;
        return gate.promise;
      },
    },
  });
  for (let n = 0; n < 120; n++) hooks.observe("toolAfter", { ...CALL, result: "done" });
  await new Promise(setImmediate);
  expect(calls).toBe(4);
  gate.resolve();
  await hooks.observed();
  expect(calls).toBe(100);
  expect(written).toHaveLength(20);
});

test("only declared hooks are there", async () => {
  const { hooks } = open({ guard: { toolBefore: () => {} } });
  expect([await hooks.has("toolBefore"), await hooks.has("messageReceived")]).toEqual([
    true,
    false,
  ]);
});
