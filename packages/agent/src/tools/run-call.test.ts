import { Fault, type Services, type Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectCall, probeCall, runCall } from "./run-call.ts";
import { callContext } from "./testing/contexts.ts";

function toolThat(own: Partial<Tool>): Tool {
  return {
    name: "look",
    summary: "Looks.",
    effect: "read",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({ to: z.string().default("everything") }),
    run: async () => "seen",
    ...own,
  };
}

/** A call with the bugs that were told, and a way to stop it. */
function callOf({ timeoutMs = 30_000 }: { timeoutMs?: number } = {}) {
  const stop = new AbortController();
  const bugs: unknown[] = [];
  const context = { ...callContext(), signal: stop.signal } as typeof own & Services;
  const own = { ...callContext(), expected: { before: "1", after: "2" } };
  const options = { timeoutMs, onBug: (error: unknown) => void bugs.push(error) };
  return { context: { ...context, expected: own.expected }, options, bugs, stop };
}

/** Does nothing until its signal aborts, and for ever if it does not listen. */
function waiting({ listens }: { listens: boolean }) {
  const begun = Promise.withResolvers<AbortSignal>();
  const tool = toolThat({
    run: (_params, { signal }) => {
      begun.resolve(signal);
      return new Promise((_resolve, reject) => {
        if (listens) signal.addEventListener("abort", () => reject(new Error("interrupted")));
      });
    },
  });
  return { tool, begun: begun.promise };
}

test("a tool gets its parsed arguments and its call's id, and its value comes back", async () => {
  const { context, options, bugs } = callOf();
  const tool = toolThat({ run: async (params, { callId }) => ({ params, callId }) });
  expect(await runCall(tool, {}, context, options)).toEqual({
    type: "value",
    value: { params: { to: "everything" }, callId: "call-1" },
  });
  expect(bugs).toEqual([]);
});

test("a call that begins after its turn was stopped is aborted", async () => {
  const { context, options, stop } = callOf();
  stop.abort();
  expect(await runCall(toolThat({}), {}, context, options)).toEqual({ type: "aborted" });
});

test("wrong arguments are told and the tool does not run", async () => {
  const { context, options } = callOf();
  let ran = 0;
  const tool = toolThat({ run: async () => (ran += 1) });
  expect(await runCall(tool, { to: 7 }, context, options)).toEqual({
    type: "fault",
    code: "invalid",
    message: "✖ Invalid input: expected string, received number\n  → at to",
  });
  expect(ran).toBe(0);
});

test("a fault comes back with its hint and is no bug", async () => {
  const { context, options, bugs } = callOf();
  const fault = new Fault("missing", "No such file.", { hint: "List them." });
  const tool = toolThat({ run: () => Promise.reject(fault) });
  expect(await runCall(tool, {}, context, options)).toEqual({
    type: "fault",
    code: "missing",
    message: "No such file.",
    hint: "List them.",
  });
  expect(bugs).toEqual([]);
});

test.each<[string, Tool["run"]]>([
  ["rejects", () => Promise.reject(new TypeError("oops"))],
  [
    "throws at once",
    () => {
      throw new TypeError("oops");
    },
  ],
  ["returns what JSON cannot hold", async () => ({ balance: 5n })],
])("a tool that %s is broken: it is told once, and not to the model", async (_how, run) => {
  const { context, options, bugs } = callOf();
  expect(await runCall(toolThat({ run }), {}, context, options)).toEqual({
    type: "fault",
    code: "bug",
    message: "look failed with an internal error.",
  });
  expect(bugs).toEqual([expect.any(TypeError)]);
});

test.each([true, false])(
  "when the time is up the tool's signal aborts and the call ends, listening: %s",
  async (listens) => {
    const { context, options, bugs } = callOf({ timeoutMs: 20 });
    const { tool, begun } = waiting({ listens });
    const outcome = await runCall(tool, {}, context, options);
    expect(outcome).toEqual({
      type: "fault",
      code: "unavailable",
      message: "look took longer than 0.02 seconds and was stopped.",
      hint: "Request less at once, or say that the call did not finish.",
    });
    expect((await begun).aborted).toBe(true);
    expect(bugs).toEqual([]);
  },
);

test("a tool's own time counts, not the general one", async () => {
  const { context, options } = callOf({ timeoutMs: 60_000 });
  const { tool } = waiting({ listens: false });
  expect(await runCall({ ...tool, timeoutMs: 20 }, {}, context, options)).toMatchObject({
    code: "unavailable",
  });
});

test.each([true, false])("a stop aborts the call, listening: %s", async (listens) => {
  const { context, options, bugs, stop } = callOf();
  const { tool, begun } = waiting({ listens });
  const outcome = runCall(tool, {}, context, options);
  const signal = await begun;
  stop.abort();
  expect(await outcome).toEqual({ type: "aborted" });
  expect(signal.aborted).toBe(true);
  expect(bugs).toEqual([]);
});

test("a probe says whether the call took effect, from what was expected", async () => {
  const { context, options } = callOf();
  const tool = toolThat({
    probe: async (_params, { expected }) => ({ state: "done", value: expected?.after }),
  });
  expect(await probeCall(tool, {}, context, options)).toEqual({ state: "done", value: "2" });
});

test("without a probe, with a broken one or with wrong arguments nobody knows", async () => {
  const { context, options, bugs } = callOf();
  const unknown = { state: "unknown" };
  const broken = toolThat({ probe: () => Promise.reject(new TypeError("oops")) });
  const done = toolThat({ probe: async () => ({ state: "done", value: "seen" }) });
  const unstorable = toolThat({ probe: async () => ({ state: "done", value: 5n }) });
  expect(await probeCall(toolThat({}), {}, context, options)).toEqual(unknown);
  expect(await probeCall(done, { to: 7 }, context, options)).toEqual(unknown);
  expect(bugs).toEqual([]);
  expect(await probeCall(broken, {}, context, options)).toEqual(unknown);
  expect(await probeCall(unstorable, {}, context, options)).toEqual(unknown);
  expect(bugs).toEqual([expect.any(TypeError), expect.any(TypeError)]);
});

test("what a call will find and leave is told where the tool can tell", async () => {
  const { context, options, bugs } = callOf();
  const expected = { before: "1", after: "2" };
  const telling = toolThat({ expect: async () => expected });
  const broken = toolThat({ expect: () => Promise.reject(new TypeError("oops")) });
  expect(await expectCall(telling, {}, context, options)).toEqual(expected);
  expect(await expectCall(toolThat({}), {}, context, options)).toBeUndefined();
  expect(await expectCall(telling, { to: 7 }, context, options)).toBeUndefined();
  expect(bugs).toEqual([]);
  expect(await expectCall(broken, {}, context, options)).toBeUndefined();
  expect(bugs).toEqual([expect.any(TypeError)]);
});
