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
  const breaker = createBreaker({ clock: { now: () => now } });
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

test("after an outage nothing is sent for a second, and requests fail as the last one did", async () => {
  const { guarded, model, pass } = setUp([down, { text: "back" }]);
  expect(await endOf(guarded)).toBe("server");
  pass(400);
  expect(await collectEvents(guarded, request)).toEqual([
    {
      type: "error",
      error: {
        kind: "server",
        code: "unavailable",
        retryable: true,
        message: "server",
        retryAfterMs: 600,
      },
    },
  ]);
  expect(model.requests).toHaveLength(1);
  pass(600);
  expect(await endOf(guarded)).toBe("done");
  expect(model.requests).toHaveLength(2);
});

test("probes become rarer, up to one a minute", async () => {
  const { guarded, model, pass } = setUp(Array.from({ length: 400 }, () => down));
  const sent: number[] = [];
  for (let second = 0; second <= 1200; second += 1) {
    const before = model.requests.length;
    await endOf(guarded);
    if (model.requests.length > before) sent.push(second);
    pass(1000);
  }
  const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
  expect(gaps.slice(0, 5)).toEqual([1, 1, 1, 2, 2]);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(gaps.at(-1)).toBe(60);
});

test("once it is back, the next outage is waited for as the first one was", async () => {
  const { guarded, pass } = setUp([down, down, { text: "back" }, down, { text: "back" }]);
  await endOf(guarded);
  pass(1000);
  await endOf(guarded);
  pass(1000);
  expect([await endOf(guarded), await endOf(guarded)]).toEqual(["done", "server"]);
  pass(1000);
  expect(await endOf(guarded)).toBe("done");
});

test("a provider that asks for a day is asked again after a minute", async () => {
  const error = modelError("rate", { message: "later", retryAfterMs: 86_400_000 });
  const { guarded, pass } = setUp([{ error }, { text: "back" }]);
  await endOf(guarded);
  pass(59_000);
  expect(await endOf(guarded)).toBe("rate");
  pass(1000);
  expect(await endOf(guarded)).toBe("done");
});

test("while a probe is out, others fail; one that is given up frees the place", async () => {
  const { guarded, model, pass } = setUp([down, { text: "slow" }, { text: "back" }]);
  await endOf(guarded);
  pass(1000);
  const { signal } = new AbortController();
  const probe = guarded.stream(request, { signal })[Symbol.asyncIterator]();
  await probe.next();
  expect(await endOf(guarded)).toBe("server");
  await probe.return?.();
  expect(await endOf(guarded)).toBe("done");
  expect(model.requests).toHaveLength(3);
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
  const { breaker, model, guarded } = setUp([failing("auth"), { text: "hm" }]);
  await endOf(guarded);
  expect(await endOf(guarded)).toBe("auth");
  expect(await endOf(breaker.guard(model, "one"))).toBe("auth");
  expect(await endOf(breaker.guard(model, "two"))).toBe("done");
});
