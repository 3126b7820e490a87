import { expect, test } from "vitest";
import { modelError } from "./model-error.ts";
import type { ModelRequest } from "./model.ts";
import { withRetry } from "./retry.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { type ScriptedAnswer, scriptedModel } from "./testing/scripted-model.ts";

const request: ModelRequest = {
  id: "r1",
  system: [],
  messages: [{ role: "user", text: "Hi" }],
  tools: [],
};
const broken = modelError("server", { message: "oops" });

/** Runs a script with half of all jitter, and says how long it paused. */
async function run(script: readonly ScriptedAnswer[], stop = new AbortController()) {
  const pauses: number[] = [];
  const wait = async (ms: number) => {
    pauses.push(ms);
    if (ms === STOPPING_MS) stop.abort();
  };
  const model = scriptedModel(script);
  const retrying = withRetry(model, { wait, random: () => 0.5, baseMs: 1000, maxMs: 10_000 });
  const events = await collectEvents(retrying, request, stop.signal);
  return { pauses, events, sent: model.requests.length };
}

const STOPPING_MS = 9999;

test("sends a request again, after pauses that double, three times in all", async () => {
  const { pauses, events, sent } = await run([
    { error: broken },
    { error: broken },
    { error: { ...broken, message: "third" } },
  ]);
  expect(events).toEqual([{ type: "error", error: { ...broken, message: "third" } }]);
  expect({ pauses, sent }).toEqual({ pauses: [500, 1000], sent: 3 });
});

test("nothing of a try that failed is seen once one succeeds", async () => {
  const { events } = await run([{ error: broken }, { text: "Hello" }]);
  expect(events.map(({ type }) => type)).toEqual(["text", "done"]);
});

test("a request that took too long is not sent again, nor one that has to pause for long", async () => {
  const late = modelError("timeout", { message: "no first token" });
  const busy = modelError("rate", { message: "slow down", retryAfterMs: 3000 });
  for (const error of [late, busy]) {
    const model = scriptedModel([{ error }, { text: "Hello" }]);
    const retrying = withRetry(model, { wait: async () => {}, random: () => 0.5 });
    expect(await collectEvents(retrying, request)).toEqual([{ type: "error", error }]);
  }
});

test("waits as long as the provider asks for, but not longer than it is patient", async () => {
  const patient = modelError("rate", { message: "slow down", retryAfterMs: 7000 });
  const long = modelError("rate", { message: "slow down", retryAfterMs: 60_000 });
  expect(await run([{ error: patient }, { text: "Hello" }])).toMatchObject({ pauses: [7000] });
  expect(await run([{ error: long }])).toMatchObject({
    pauses: [],
    events: [{ type: "error", error: long }],
  });
});

test("what was said is not said again", async () => {
  const { events, sent } = await run([{ text: "So", error: broken }]);
  expect(events).toEqual([
    { type: "text", delta: "So" },
    { type: "error", error: broken },
  ]);
  expect(sent).toBe(1);
});

test.each(["auth", "overflow", "shape", "refused", "aborted"] as const)(
  "an error of kind %s is final",
  async (kind) => {
    expect(await run([{ error: modelError(kind, { message: "no" }) }])).toMatchObject({
      pauses: [],
      sent: 1,
    });
  },
);

test("an abort during a pause ends the request", async () => {
  const error = modelError("rate", { message: "slow down", retryAfterMs: STOPPING_MS });
  expect(await run([{ error }, { text: "never" }])).toMatchObject({
    events: [{ type: "error", error: { code: "aborted" } }],
    sent: 1,
  });
});
