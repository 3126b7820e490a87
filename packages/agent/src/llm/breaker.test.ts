import { expect, test } from "vitest";
import { createBreaker } from "./breaker.ts";
import { modelError } from "./model-error.ts";
import type { Model, ModelErrorKind, ModelRequest } from "./model.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { type ScriptedAnswer, scriptedModel } from "./testing/scripted-model.ts";

const request: ModelRequest = { id: "r1", system: [], messages: [], tools: [] };
const failing = (kind: ModelErrorKind): ScriptedAnswer => ({
  error: modelError(kind, { message: kind }),
});
const down = failing("server");

function setUp(script: readonly ScriptedAnswer[]) {
  let now = 0;
  const breaker = createBreaker({ clock: { now: () => now }, failures: 2, openMs: 1000 });
  const model = scriptedModel(script);
  return {
    breaker,
    model,
    guarded: breaker.guard(model, "one"),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

/** How a request ended: `done`, or the kind of its error. */
async function endOf(model: Model): Promise<string | undefined> {
  const last = (await collectEvents(model, request)).at(-1);
  return last?.type === "error" ? last.error.kind : last?.type;
}

test("after outages in a row nothing is sent for a while", async () => {
  const { guarded, model, pass } = setUp([down, down, { text: "back" }]);
  expect([await endOf(guarded), await endOf(guarded)]).toEqual(["server", "server"]);
  pass(400);
  expect(await collectEvents(guarded, request)).toEqual([
    {
      type: "error",
      error: {
        kind: "overloaded",
        code: "unavailable",
        retryable: true,
        message: "scripted/model failed repeatedly and is left alone for now.",
        retryAfterMs: 600,
      },
    },
  ]);
  expect(model.requests).toHaveLength(2);
  pass(600);
  expect(await endOf(guarded)).toBe("done");
});

test("an answer in between starts the count again", async () => {
  const { guarded } = setUp([down, { text: "hm" }, down, { text: "hm" }]);
  const ends = [await endOf(guarded), await endOf(guarded), await endOf(guarded)];
  expect([...ends, await endOf(guarded)]).toEqual(["server", "done", "server", "done"]);
});

test("a probe that fails opens it for twice as long", async () => {
  const { guarded, pass } = setUp([down, down, down, { text: "back" }]);
  await endOf(guarded);
  await endOf(guarded);
  pass(1000);
  expect(await endOf(guarded)).toBe("server");
  pass(1000);
  expect(await endOf(guarded)).toBe("overloaded");
  pass(1000);
  expect(await endOf(guarded)).toBe("done");
});

test("once it is back, the next outage is waited for as the first one was", async () => {
  const script = [down, down, down, { text: "back" }, down, down, { text: "back" }];
  const { guarded, pass } = setUp(script);
  for (let sent = 0; sent < 2; sent += 1) await endOf(guarded);
  pass(1000);
  await endOf(guarded);
  pass(2000);
  expect(await endOf(guarded)).toBe("done");
  for (let sent = 0; sent < 2; sent += 1) await endOf(guarded);
  pass(1000);
  expect(await endOf(guarded)).toBe("done");
});

test("while a probe is out, others are refused; one that is given up frees the place", async () => {
  const { guarded, model, pass } = setUp([down, down, { text: "slow" }, { text: "back" }]);
  await endOf(guarded);
  await endOf(guarded);
  pass(1000);
  const { signal } = new AbortController();
  const probe = guarded.stream(request, { signal })[Symbol.asyncIterator]();
  await probe.next();
  expect(await endOf(guarded)).toBe("overloaded");
  await probe.return?.();
  expect(await endOf(guarded)).toBe("done");
  expect(model.requests).toHaveLength(4);
});

test.each(["overflow", "shape", "refused", "aborted"] as const)(
  "requests that fail for %s are no outages",
  async (kind) => {
    const { guarded } = setUp([...Array.from({ length: 5 }, () => failing(kind)), { text: "hm" }]);
    const ends: (string | undefined)[] = [];
    for (let sent = 0; sent < 6; sent += 1) ends.push(await endOf(guarded));
    expect(ends).toEqual([kind, kind, kind, kind, kind, "done"]);
  },
);

test("what fails for one key works for another", async () => {
  const { breaker, model, guarded } = setUp([failing("auth"), failing("auth"), { text: "hm" }]);
  await endOf(guarded);
  await endOf(guarded);
  expect(await endOf(guarded)).toBe("overloaded");
  expect(await endOf(breaker.guard(model, "one"))).toBe("overloaded");
  expect(await endOf(breaker.guard(model, "two"))).toBe("done");
});
