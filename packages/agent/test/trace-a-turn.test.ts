import { turns } from "@reeve/operations/work/turns";
import { askAs } from "../src/operations/ask.ts";
import { trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { NO_TRACING, openTracing } from "../src/platform/tracing.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

let exporter: InMemorySpanExporter;
let provider: NodeTracerProvider;

beforeEach(() => {
  exporter = new InMemorySpanExporter();
  provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
});
afterEach(async () => {
  await provider.shutdown();
  trace.disable();
});

/** Spans as lines, each under the one that it was done in. */
function outline(spans: readonly ReadableSpan[]): string {
  const tell = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanContext: of }) => of?.spanId === parent)
      .toSorted((one, other) => started(one) - started(other))
      .flatMap((span) => [
        `${"  ".repeat(depth)}${span.name}`,
        ...tell(span.spanContext().spanId, depth + 1),
      ]);
  return tell(undefined, 0).join("\n");
}

function started({ startTime: [seconds, nanos] }: ReadableSpan): number {
  return seconds * 1e9 + nanos;
}

function named(name: string): readonly ReadableSpan["attributes"][] {
  return exporter
    .getFinishedSpans()
    .filter((span) => span.name === name)
    .map(({ attributes }) => attributes);
}

const script = [
  { calls: [{ name: "fake_read", args: {} }] },
  {
    text: "Here it is.",
    usage: { inputTokens: 50, cachedTokens: 20, cacheWriteTokens: 3, outputTokens: 7 },
  },
] as const;

function refuseToTell(): never {
  throw new Error("nobody asked");
}

test("where nobody registered a tracer nothing is traced, and the work is done all the same", async () => {
  const tracing = await openTracing("1");
  expect(tracing).toBe(NO_TRACING);
  expect(await tracing.span("work", { attributes: refuseToTell }, async () => 7)).toBe(7);
});

test("each numbered step of a turn is a span in its turn's, by the names for generative AI", async () => {
  provider.register();
  const messenger = scriptedChannel();
  const model = scriptedModel(script);
  const tracing = await openTracing("1");
  await using agent = await startAgent({
    model,
    tracing,
    channels: [messenger],
    tools: [fakeTool("fake_read")],
  });
  await messenger.say("look it up");
  await messenger.received(1);
  await agent.stop();

  const spans = exporter.getFinishedSpans();
  const turn = spans.filter(({ name }) => name !== "claim");
  expect(outline(turn)).toBe(
    [
      "accept",
      "invoke_agent main",
      "  gather",
      "  assemble",
      "  chat scripted/model",
      "  gate",
      "  execute_tool fake_read",
      "  assemble",
      "  chat scripted/model",
      "  settle",
      "deliver",
    ].join("\n"),
  );
  const [told] = named("invoke_agent main");
  expect(told).toEqual({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "main",
    "gen_ai.conversation.id": expect.any(String),
    "reeve.turn": expect.any(String),
    "reeve.trace": expect.any(String),
    "reeve.surface": "scripted",
  });
  expect(named("chat scripted/model").at(-1)).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "scripted",
    "gen_ai.request.model": "model",
    "gen_ai.conversation.id": told?.["gen_ai.conversation.id"],
    "gen_ai.response.model": "scripted/model",
    "gen_ai.response.finish_reasons": ["end"],
    "gen_ai.usage.input_tokens": 50,
    "gen_ai.usage.output_tokens": 7,
    "gen_ai.usage.cache_read.input_tokens": 20,
    "gen_ai.usage.cache_creation.input_tokens": 3,
  });
  expect(named("execute_tool fake_read")).toEqual([
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "fake_read",
      "gen_ai.tool.call.id": expect.any(String),
      "gen_ai.tool.type": "function",
      "reeve.effect": "read",
      "reeve.call.outcome": "value",
    },
  ]);
  expect(named("gate")).toEqual([{ "reeve.gate.verdicts": ["fake_read: allow"] }]);
});

test("what a prompt is composed of stands on its span, and in why", async () => {
  provider.register();
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const tracing = await openTracing("1");
  await using agent = await startAgent({
    model,
    tracing,
    channels: [messenger],
    tools: [fakeTool("fake_read")],
  });
  await messenger.say("one");
  await messenger.received(1);
  await messenger.say("two", { id: "second" });
  await messenger.received(2);
  const caller = await callerOf(agent);
  const life = await askAs(agent.core.control, caller)(turns.why, { id: "second" });
  await agent.stop();

  const [first, second] = named("assemble");
  expect(first).toEqual({
    est_tokens_history: 0,
    est_tokens_context: expect.any(Number),
    est_tokens_user_turn: expect.any(Number),
    context_layers: ["tools", "system"],
    history_interactions: 0,
  });
  expect(second).toMatchObject({ history_interactions: 1, context_layers: ["tools", "system"] });
  expect(Number(second?.["est_tokens_history"])).toBeGreaterThan(20);
  expect(Number(second?.["est_tokens_context"])).toBeGreaterThan(100);
  expect(life).toMatchObject({
    prompts: [
      {
        step: 0,
        estTokensHistory: second?.["est_tokens_history"],
        estTokensContext: second?.["est_tokens_context"],
        estTokensUserTurn: second?.["est_tokens_user_turn"],
        contextLayers: second?.["context_layers"],
        historyInteractions: 1,
      },
    ],
  });
});

test("work that breaks is told as an error, and breaks", async () => {
  provider.register();
  const tracing = await openTracing("1");
  const broken = tracing.span("work", {}, async () => {
    throw new TypeError("x is undefined");
  });
  await expect(broken).rejects.toThrow("x is undefined");
  const [span] = exporter.getFinishedSpans();
  expect([span?.status, span?.attributes]).toEqual([
    { code: 2, message: "x is undefined" },
    { "error.type": "TypeError" },
  ]);
});
