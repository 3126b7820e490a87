import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createFallback } from "../src/llm/fallback.ts";
import { modelError } from "../src/llm/model-error.ts";
import type { ModelUsage, Usage } from "../src/kernel/usage.ts";
import type { Model, ModelEvent, ModelRequest } from "../src/llm/model.ts";
import { withRetry } from "../src/llm/retry.ts";
import { silentLog } from "../src/platform/log.ts";
import { USAGE_KEYS } from "@reeve/operations/agent/usage";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

/** Actions that a message makes the models do. */
const ACTS = [
  "answer",
  "silent",
  "tool",
  "cut",
  "retry",
  "fall back",
  "down",
  "refuse",
  "stop",
] as const;

type Act = (typeof ACTS)[number];

type Gates = Map<string, PromiseWithResolvers<void>>;

function gate(of: Gates, externalId: string): PromiseWithResolvers<void> {
  const known = of.get(externalId) ?? Promise.withResolvers<void>();
  of.set(externalId, known);
  return known;
}

function provider(
  id: string,
  answer: (act: Act, request: ModelRequest) => AsyncGenerator<ModelEvent>,
): Model {
  return {
    id,
    contextTokens: 128_000,
    stream: (request) => answer(actIn(request), request),
  };
}

/** Providers that note on a bill of their own what they report. */
function openProviders() {
  const bill: ModelUsage[] = [];
  const asked: Gates = new Map();
  const stopped: Gates = new Map();

  /** Each request has a different cost, so that none can be mistaken for another. */
  const use = (model: string): ModelUsage => {
    const n = bill.length + 1;
    const usage: Usage = {
      inputTokens: 100 + n,
      cachedTokens: n % 7,
      cacheWriteTokens: n % 3,
      outputTokens: 10 + n,
      reasoningTokens: n % 5,
      ...(n % 4 !== 0 && { costNano: BigInt(n * n * 1001) }),
    };
    bill.push({ model, usage });
    return { model, usage };
  };

  const done = (
    model: string,
    answer: { text?: string; calls?: boolean; stop?: "length" | "refusal" },
  ) => {
    const { text = "", calls = false, stop } = answer;
    const { usage } = use(model);
    const event: ModelEvent = {
      type: "done",
      response: {
        text,
        usage,
        calls: calls ? [{ name: "fake_read", args: {} }] : [],
        ...(stop && { stop }),
      },
    };
    return event;
  };
  const broken = (model: string): ModelEvent => ({
    type: "error",
    error: { ...modelError("network", { message: "It broke off." }), spent: [use(model)] },
  });

  const tries = new Map<string, number>();

  const first = provider("first/model", async function* (act, request) {
    const n = (tries.get(request.id) ?? 0) + 1;
    tries.set(request.id, n);
    const hasResult = request.messages.at(-1)?.role === "tool";
    if (act === "tool" && !hasResult) return yield done("first/model", { calls: true });
    if (act === "retry" && n === 1) return yield broken("first/model");
    // While both are down the turn waits; its request is sent again.
    if (act === "fall back" || (act === "down" && n <= 2)) return yield broken("first/model");
    if (act === "refuse") return yield done("first/model", { stop: "refusal" });
    if (act === "silent") return yield done("first/model", {});
    if (act === "cut" && request.messages.length === 1)
      return yield done("first/model", { text: "The first half", stop: "length" });
    if (act === "stop") {
      const externalId = chatIn(request);
      gate(asked, externalId).resolve();
      // It finishes its answer, even if it is stopped.
      await gate(stopped, externalId).promise;
    }
    yield done("first/model", { text: "Done." });
  });
  const second = provider("second/model", async function* (act) {
    yield act === "down" ? broken("second/model") : done("second/model", { text: "Done, too." });
  });
  let learnedFacts = 0;
  const taught = Promise.withResolvers<void>();
  const utility: Model = {
    id: "small/model",
    contextTokens: 128_000,
    async *stream() {
      learnedFacts += 1;
      taught.resolve();
      if (learnedFacts % 3 === 0) yield broken("small/model");
      else if (learnedFacts % 3 === 1) yield done("small/model", { stop: "refusal" });
      else yield done("small/model", { text: '{"facts": []}' });
    },
  };
  const tried = withRetry(first, { wait: async () => undefined, random: () => 0, tries: 2 });
  return {
    bill,
    model: createFallback([tried, second], { log: silentLog }),
    utility,
    taught: taught.promise,
    asked: (externalId: string) => gate(asked, externalId).promise,
    letStop: (externalId: string) => gate(stopped, externalId).resolve(),
  };
}

function saidIn({ messages }: ModelRequest): string {
  return (
    /<user_message>(.*?)<\/user_message>/s.exec(messages.map(({ text }) => text).join("\n"))?.[1] ??
    ""
  );
}

function actIn(request: ModelRequest): Act {
  return ACTS.find((act) => saidIn(request).startsWith(act)) ?? "answer";
}

function chatIn(request: ModelRequest): string {
  return saidIn(request).split(" in ")[1] ?? "";
}

function sumOf(spent: readonly ModelUsage[]) {
  const of = (count: (usage: Usage) => number) =>
    spent.reduce((sum, { usage }) => sum + count(usage), 0);
  return {
    calls: spent.length,
    unpriced: spent.filter(({ usage }) => usage.costNano === undefined).length,
    inputTokens: of(({ inputTokens }) => inputTokens),
    cachedTokens: of(({ cachedTokens }) => cachedTokens),
    cacheWriteTokens: of(({ cacheWriteTokens = 0 }) => cacheWriteTokens),
    outputTokens: of(({ outputTokens }) => outputTokens),
    reasoningTokens: of(({ reasoningTokens = 0 }) => reasoningTokens),
    costNano: spent.reduce((sum, { usage }) => sum + (usage.costNano ?? 0n), 0n),
  };
}

async function tellBill(acts: readonly Act[]) {
  const messenger = scriptedChannel();
  const { bill, model, utility, taught, asked, letStop } = openProviders();
  await using agent = await startAgent({
    model,
    utility,
    learning: {},
    channels: [messenger],
    tools: [fakeTool("fake_read", { effect: "read" })],
  });
  const chats = acts.map((_, index) => `chat-${index}`);
  await Promise.all(
    acts.map(async (act, index) => {
      const externalId = chats[index] ?? "";
      await messenger.say(`${act} in ${externalId}`, { externalId });
      if (act === "stop") {
        await asked(externalId);
        await askAs(agent.core.control, await callerOf(agent, { externalId }))(sessions.stop, {});
        letStop(externalId);
      }
      await messenger.received(1, externalId);
    }),
  );
  if (acts.some((act) => act !== "stop" && act !== "down")) await taught;
  await endStory(agent);
  const query = { tenant: "home", from: "2000-01-01", to: "2999-12-31" };
  const { usage } = agent.store.slow;
  const listed = await usage.list(query, { after: 0, limit: 1000 });
  const sums = await Promise.all(
    USAGE_KEYS.filter((by) => by !== "tool").map((by) => usage.summary(query, by)),
  );
  return {
    reported: sumOf(bill),
    byModel: Object.fromEntries(
      ["first/model", "second/model", "small/model"].map((id) => [
        id,
        sumOf(bill.filter(({ model: of }) => of === id)).costNano,
      ]),
    ),
    rows: listed.reduce((sum, { costNano }) => sum + (costNano ?? 0n), 0n),
    count: listed.length,
    days: sums.map((all) => {
      const add = (pick: (one: (typeof all)[number]) => number) =>
        all.reduce((sum, one) => sum + pick(one), 0);
      return {
        calls: add(({ calls }) => calls),
        unpriced: add(({ unpriced }) => unpriced),
        inputTokens: add(({ inputTokens }) => inputTokens),
        cachedTokens: add(({ cachedTokens }) => cachedTokens),
        cacheWriteTokens: add(({ cacheWriteTokens }) => cacheWriteTokens),
        outputTokens: add(({ outputTokens }) => outputTokens),
        reasoningTokens: add(({ reasoningTokens }) => reasoningTokens),
        costNano: all.reduce((sum, { costNano }) => sum + costNano, 0n),
      };
    }),
    models: Object.fromEntries(
      (await usage.summary(query, "model")).map(({ key, costNano }) => [key, costNano]),
    ),
  };
}

test("every request that a provider reported is on the bill, and adds up the same by whatever key", async () => {
  const bill = await tellBill(ACTS);
  expect(bill.count).toBe(bill.reported.calls);
  expect(bill.rows).toBe(bill.reported.costNano);
  for (const sums of bill.days) expect(sums).toEqual(bill.reported);
  expect(bill.models).toEqual(bill.byModel);
});

test("whatever happens to messages, the bill is what the providers reported", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 7 }),
      async (acts) => {
        const bill = await tellBill(acts);
        expect(bill.rows).toBe(bill.reported.costNano);
        for (const sums of bill.days) expect(sums).toEqual(bill.reported);
      },
    ),
    { numRuns: 12 },
  );
});
