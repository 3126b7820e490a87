import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { scriptedModel } from "../../packages/agent/src/llm/testing/scripted-model.ts";
import type { Recall } from "../../packages/agent/src/memory/recall.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import { createToolbox } from "../../packages/agent/src/tools/toolbox.ts";
import { createBenchChannel } from "./bench-channel.ts";
import { serveBench } from "./serve-bench.ts";

/** An agent with a model that takes no time and calls one tool in each turn. */
export interface TurnBench extends AsyncDisposable {
  /** Runs a message in, two steps, one call, and the reply out. */
  turn(externalId: string, text: string): Promise<void>;
  /** The same in many chats at once; `id` is the message's, another each time. */
  crowd(id: string): Promise<void>;
}

export interface BenchOptions {
  readonly store: Store;
  /** Name of the channel. */
  readonly channel: string;
  readonly recall?: Recall;
}

/** Number of chats that write at once. */
export const SESSIONS = 50;

const lookUp = defineTool({
  name: "bench_look_up",
  summary: "Looks something up.",
  effect: "read",
  scope: "always",
  access: "anyone",
  needs: [],
  params: z.object({ word: z.string().describe("What to look up.") }),
  run: async ({ word }) => ({ word, found: `everything about ${word}` }),
});

const REPLY = "A reeve was the steward who ran an estate for its owner. ".repeat(4);
/** Counting the tokens of requests would be work of the fake model. */
const USAGE = { inputTokens: 2000, cachedTokens: 0, outputTokens: 60 };

export function openBench({ store, channel, recall }: BenchOptions): TurnBench {
  const model = scriptedModel(
    ({ messages }) => {
      const asksForTool = messages.at(-1)?.role === "user";
      const calls = [{ name: "bench_look_up", args: { word: "reeves" } }];
      return { usage: USAGE, ...(asksForTool ? { calls } : { text: REPLY }) };
    },
    { forgets: true },
  );
  const messenger = createBenchChannel(channel);
  const toolbox = createToolbox([lookUp], {});
  const serving = serveBench(messenger, { store, model, toolbox, recall });
  let expected = 0;

  return {
    async turn(externalId, text) {
      expected += 1;
      const wanted = expected;
      await messenger.say(text, { externalId, id: `m${wanted}` });
      await messenger.received(wanted);
    },
    async crowd(id) {
      expected += SESSIONS;
      const wanted = expected;
      await Promise.all(
        Array.from({ length: SESSIONS }, (_, index) =>
          messenger.say("What is a reeve? Look it up, please.", {
            externalId: `session-${index}`,
            id,
          }),
        ),
      );
      await messenger.received(wanted);
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  };
}
