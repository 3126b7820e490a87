import { NO_FILES } from "../../packages/agent/src/core/context/system-prompt.ts";
import { createCore } from "../../packages/agent/src/core/core.ts";
import type { CoreDeps } from "../../packages/agent/src/core/core-deps.ts";
import { noWebhooks } from "../../packages/agent/src/core/testing/no-webhooks.ts";
import { newId } from "../../packages/agent/src/kernel/ids.ts";
import type { Log } from "../../packages/agent/src/platform/log.ts";
import type { ScriptedChannel } from "../../packages/agent/src/channels/testing/scripted-channel.ts";

/** Serves an agent with one channel, where everyone is its owner. Disposing of it stops it. */
export function serveBench(
  messenger: ScriptedChannel,
  deps: Pick<CoreDeps, "store" | "model" | "toolbox" | "recall" | "commands">,
): AsyncDisposable {
  const core = createCore({
    ...deps,
    log: failingLog,
    clock: { now: Date.now },
    newId,
    webhooks: noWebhooks,
    operations: [],
    promptFiles: async () => NO_FILES,
    policy: {
      ownerName: "Ann",
      intake: {
        tenant: "home",
        roleOf: () => "owner",
        newChat: { mode: "steer", maxSteps: 5 },
      },
      turns: { approvalMs: 86_400_000, timeZone: "UTC" },
      limits: { timeoutMs: 30_000, maxResultChars: 50_000 },
    },
  });
  const stop = new AbortController();
  const serving = core.serve([messenger], stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await serving;
    },
  };
}

function silent(): void {}

/** Log that throws: nothing may fail during the measurement. */
export const failingLog: Log = {
  debug: silent,
  info: silent,
  warn: silent,
  error(sentence, fields) {
    throw new Error(sentence, { cause: fields });
  },
  child: () => failingLog,
};
