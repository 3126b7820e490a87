import { NO_FILES } from "../../packages/agent/src/core/context/system-prompt.ts";
import { createCore } from "../../packages/agent/src/core/core.ts";
import type { CoreDeps } from "../../packages/agent/src/core/core-deps.ts";
import { noWebhooks } from "../../packages/agent/src/core/testing/no-webhooks.ts";
import { createWakeup, type Wakeup } from "../../packages/agent/src/kernel/wakeup.ts";
import { indexMessagesWork } from "../../packages/agent/src/memory/search/index-messages.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import { runWork } from "../../packages/agent/src/work/run-work.ts";
import { OPEN_QUARANTINE } from "../../packages/agent/src/work/testing/open-quarantine.ts";
import { newId } from "../../packages/agent/src/kernel/ids.ts";
import type { Log } from "../../packages/agent/src/platform/log.ts";
import type { Channel } from "../../packages/agent/src/channels/kit/channel.ts";

/** Serves an agent with one channel, where everyone is its owner. Disposing of it stops it. */
export function serveBench(
  messenger: Channel,
  deps: Pick<CoreDeps, "store" | "model" | "toolbox" | "recall" | "commands">,
): AsyncDisposable {
  const clock = { now: Date.now };
  const wakeup = createWakeup();
  const store = ringing(deps.store, wakeup);
  const core = createCore({
    ...deps,
    store,
    log: failingLog,
    clock,
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
  const kind = indexMessagesWork({ store, clock, wakeup });
  const running = { clock, log: failingLog, random: Math.random, quarantine: OPEN_QUARANTINE };
  const indexing = runWork(kind, running, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await serving;
      await indexing;
    },
  };
}

/** Rings after each commit. */
function ringing(store: Store, wakeup: Wakeup): Store {
  const commit: Store["commit"] = async (...args) => {
    const done = await store.commit(...args);
    wakeup.notify();
    return done;
  };
  return Object.create(store, { commit: { value: commit } });
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
