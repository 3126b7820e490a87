import { remindersCommand } from "../../packages/agent/src/app/chat-commands/reminders.ts";
import { tasksCommand } from "../../packages/agent/src/app/chat-commands/tasks.ts";
import { NO_FILES } from "../../packages/agent/src/core/context/system-prompt.ts";
import { createCore } from "../../packages/agent/src/core/core.ts";
import { noWebhooks } from "../../packages/agent/src/core/testing/no-webhooks.ts";
import { newId } from "../../packages/agent/src/kernel/ids.ts";
import { scriptedModel } from "../../packages/agent/src/llm/testing/scripted-model.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import { scriptedSurface } from "../../packages/agent/src/surfaces/testing/scripted-surface.ts";
import { createToolbox } from "../../packages/agent/src/tools/toolbox.ts";
import { failingLog } from "../turn/open-bench.ts";

/** An agent that is asked by commands alone. */
export interface CommandBench extends AsyncDisposable {
  /** A command in, and its answer out. */
  ask(command: string): Promise<void>;
  /** The answer that arrived last. */
  readonly newest: string;
}

export function openCommandBench(store: Store): CommandBench {
  const messenger = scriptedSurface();
  const core = createCore({
    store,
    model: scriptedModel([]),
    toolbox: createToolbox([], {}),
    log: failingLog,
    clock: { now: Date.now },
    newId,
    webhooks: noWebhooks,
    sections: [],
    commands: [tasksCommand({ timeZone: "UTC" }), remindersCommand({ timeZone: "UTC" })],
    promptFiles: async () => NO_FILES,
    policy: {
      ownerName: "Ann",
      intake: {
        tenant: "home",
        roleOf: () => "owner",
        newPlace: { mode: "steer", maxSteps: 5 },
      },
      turns: { approvalMs: 86_400_000, timeZone: "UTC" },
      limits: { timeoutMs: 30_000, maxResultChars: 50_000 },
    },
  });
  const stop = new AbortController();
  const serving = core.serve([messenger], stop.signal);
  let asked = 0;

  return {
    async ask(command) {
      asked += 1;
      await messenger.say(command, { id: `c${asked}` });
      await messenger.received(asked);
    },
    get newest() {
      const part = messenger.delivered.at(-1)?.part;
      return part?.type === "text" ? part.text : "";
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await serving;
    },
  };
}
