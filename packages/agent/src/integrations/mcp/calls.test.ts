import { expect, test } from "vitest";
import type { CallContext } from "./to-tool.ts";
import { createCalls } from "./calls.ts";
import type { Sampling } from "../../kernel/sampling.ts";
import { toId } from "../../kernel/ids.ts";

const question = {
  message: "Which city?",
  requestedSchema: { type: "object" as const, properties: {} },
};
const prompt = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Sum it up." } }],
  maxTokens: 100,
};

function open({ sampling = false } = {}) {
  let abandoned = 0;
  const onAbandoned = () => {
    abandoned += 1;
  };
  const calls = createCalls("far", { timeoutSeconds: 60, sampling }, { onAbandoned });
  return { ...calls, abandoned: () => abandoned };
}

function contextOf(own: Partial<CallContext> = {}): CallContext {
  return { signal: new AbortController().signal, callId: "c1", ...own };
}

/** A call with a model that answers yes. */
function paying(ask: Sampling["ask"] = async () => ({ text: "Yes.", model: "m", isCut: false })) {
  return contextOf({ mcpCall: { session: toId("s1"), sampling: { ask } } });
}

test("an approved answer is sent although other calls run on the connection", async () => {
  const { run, elicit } = open();
  const slow = Promise.withResolvers<string>();
  const other = run(contextOf(), () => slow.promise);
  const answers = [
    { question: "Which city?", action: "accept" as const, values: { city: "Oslo" } },
  ];
  const answered = run(contextOf({ answers }), () => elicit(question));
  slow.resolve("done");
  expect(await answered).toEqual({ action: "accept", content: { city: "Oslo" } });
  expect(await other).toBe("done");
});

test("a question that comes while several calls run belongs to none of them", async () => {
  const { run, elicit } = open();
  const slow = Promise.withResolvers<string>();
  const other = run(contextOf(), () => slow.promise);
  expect(await run(contextOf(), () => elicit(question))).toEqual({ action: "decline" });
  slow.resolve("done");
  await other;
});

test("a call that was stopped before its turn asks nothing and leaves nothing behind", async () => {
  const { run, elicit } = open();
  const signal = AbortSignal.abort();
  await expect(run(contextOf({ signal }), async () => "sent")).rejects.toMatchObject({
    code: "aborted",
  });
  // After a call that a server still works on, it would be declined.
  expect(await run(contextOf(), () => elicit(question))).toEqual({ action: "cancel" });
});

test("a request to the model is answered for the one call that runs", async () => {
  const { run, sample } = open({ sampling: true });
  const answer = await run(paying(), () => sample(prompt));
  expect(answer).toMatchObject({ content: { text: "Yes." }, model: "m", stopReason: "endTurn" });
  await expect(sample(prompt)).rejects.toThrow(/No call runs/);
});

test("calls that may use the model run one after the other", async () => {
  const { run, sample } = open({ sampling: true });
  const slow = Promise.withResolvers<string>();
  const first = run(paying(), () => slow.promise);
  const second = run(paying(), () => sample(prompt));
  slow.resolve("done");
  expect(await first).toBe("done");
  expect(await second).toMatchObject({ content: { text: "Yes." } });
});

test("a request with more than text ends the call, and the connection is of no more use", async () => {
  const { run, sample, abandoned } = open({ sampling: true });
  const content = { type: "image" as const, data: "", mimeType: "image/png" };
  const request = { messages: [{ role: "user" as const, content }], maxTokens: 100 };
  await expect(run(paying(), () => sample(request))).rejects.toMatchObject({
    code: "invalid",
    message: "The MCP server far sent the model image.",
  });
  expect(abandoned()).toBe(1);
  await expect(run(paying(), () => sample(prompt))).rejects.toThrow(/No call runs/);
});

test("a request that the call does not wait for is stopped with it", async () => {
  const { run, sample } = open({ sampling: true });
  let stopped: AbortSignal | undefined;
  const never = paying((_request, signal) => {
    stopped = signal;
    return Promise.withResolvers<never>().promise;
  });
  await run(never, async () => {
    void sample(prompt);
    return "done";
  });
  expect(stopped?.aborted).toBe(true);
});
