import { expect, test } from "vitest";
import { createFallback } from "./fallback.ts";
import { modelError } from "./model-error.ts";
import type { ModelErrorKind, ModelRequest } from "./model.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { captureLog } from "./testing/kept-log.ts";
import { type ScriptedAnswer, scriptedModel } from "./testing/scripted-model.ts";

const request: ModelRequest = { id: "r1", system: [], messages: [], tools: [] };
const failing = (kind: ModelErrorKind): ScriptedAnswer => ({
  error: modelError(kind, { message: `it is ${kind}` }),
});

function make(answer: ScriptedAnswer, at: number) {
  return scriptedModel([answer], { id: `test/${at}`, contextTokens: 1000 * (at + 1) });
}

function chainOf(...answers: readonly ScriptedAnswer[]) {
  const [first = {}, ...others] = answers;
  const log = captureLog();
  const models = [make(first, 0), ...others.map((answer, at) => make(answer, at + 1))] as const;
  return { log, models, chain: createFallback(models, { log }) };
}

test("goes by the name and the window of the first", () => {
  const { id, contextTokens } = chainOf({}, {}).chain;
  expect({ id, contextTokens }).toEqual({ id: "test/0", contextTokens: 1000 });
});

test("names the model whose price is unknown, first or fallback", () => {
  const priced = make({}, 0);
  const other = { ...make({}, 1), unpriced: "test/1" };
  const log = captureLog();
  expect(createFallback([priced, other], { log }).unpriced).toBe("test/1");
  expect(createFallback([priced], { log }).unpriced).toBeUndefined();
});

test("the next one answers when a model is down, and signs its answer", async () => {
  const { chain, log } = chainOf(failing("overloaded"), failing("auth"), { text: "Hello" });
  const events = await collectEvents(chain, request);
  expect(events).toMatchObject([
    { type: "text", delta: "Hello" },
    { type: "done", response: { text: "Hello", model: "test/2" } },
  ]);
  expect(log.entries).toEqual([
    {
      sentence: "model unavailable",
      fields: {
        model: "test/0",
        next: "test/1",
        kind: "overloaded",
        reason: "it is overloaded",
      },
    },
    {
      sentence: "model unavailable",
      fields: { model: "test/1", next: "test/2", kind: "auth", reason: "it is auth" },
    },
  ]);
});

test("the first one's answer is not signed, and nobody else is asked", async () => {
  const { chain, models } = chainOf({ text: "Hello" }, { text: "never" });
  const end = (await collectEvents(chain, request)).at(-1);
  expect(end).toMatchObject({ type: "done", response: { text: "Hello" } });
  expect(end).not.toHaveProperty("response.model");
  expect(models[1]?.requests).toEqual([]);
});

test("once something was said, the failure stands", async () => {
  const { chain, models } = chainOf({ text: "So", ...failing("network") }, { text: "never" });
  expect(await collectEvents(chain, request)).toMatchObject([
    { type: "text", delta: "So" },
    { type: "error", error: { kind: "network" } },
  ]);
  expect(models[1]?.requests).toEqual([]);
});

test.each(["shape", "overflow", "refused", "aborted"] as const)(
  "a request that fails for %s is not passed on",
  async (kind) => {
    const { chain, models } = chainOf(failing(kind), { text: "never" });
    expect(await collectEvents(chain, request)).toMatchObject([{ type: "error", error: { kind } }]);
    expect(models[1]?.requests).toEqual([]);
  },
);

test("when all are down, the chosen one's failure stands, and each is named with its own", async () => {
  const { chain } = chainOf(failing("server"), failing("timeout"));
  expect(await collectEvents(chain, request)).toMatchObject([
    {
      type: "error",
      error: {
        kind: "server",
        failures: [
          { model: "test/0", kind: "server" },
          { model: "test/1", kind: "timeout" },
        ],
      },
    },
  ]);
});

test("an answer of another one names those that are down, and a refusal does, too", async () => {
  const down = [{ model: "test/0", kind: "auth" }];
  const answered = chainOf(failing("auth"), { text: "Hello" });
  expect((await collectEvents(answered.chain, request)).at(-1)).toMatchObject({
    type: "done",
    response: { model: "test/1", failures: down },
  });
  const refused = chainOf(failing("auth"), failing("refused"));
  expect((await collectEvents(refused.chain, request)).at(-1)).toMatchObject({
    type: "error",
    error: { kind: "refused", failures: down },
  });
});

const asking = (retryAfterMs: number): ScriptedAnswer => ({
  error: modelError("rate", { message: "slow down", retryAfterMs }),
});

async function endOf(...answers: readonly ScriptedAnswer[]) {
  return (await collectEvents(chainOf(...answers).chain, request)).at(-1);
}

test("the chain may be asked again when the first of its models may", async () => {
  expect(await endOf(asking(9000), asking(4000))).toMatchObject({ error: { retryAfterMs: 4000 } });
  const unsaid = await endOf(asking(9000), failing("server"));
  expect(unsaid).not.toHaveProperty("error.retryAfterMs", 9000);
});
