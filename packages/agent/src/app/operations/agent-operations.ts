import { agent } from "@reeve/operations/agent/agent";
import type { NewId } from "../../kernel/ids.ts";
import type { Model } from "../../llm/model.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Home } from "../../platform/home.ts";
import type { Store } from "../../store/store.ts";
import type { Lifecycle } from "../lifecycle.ts";
import { CHANNEL_TITLES } from "../channels.gen.ts";
import type { Unavailable } from "../start-steps.ts";

export interface AgentDeps {
  readonly lifecycle: Lifecycle<{ readonly model: Model }>;
  readonly store: Store;
  readonly home: Home;
  readonly version: string;
  /** Parts that did not start with the agent, or are down now. */
  readonly unavailable: () => readonly Unavailable[];
  /** Names of the channels that are set up, such as `telegram-bot`. */
  readonly channels: () => readonly string[];
  /** Begins the end of the process. */
  readonly end: () => void;
  readonly newId: NewId;
}

/** The agent as a whole. These operations answer whether or not it runs. */
export function agentOperations(deps: AgentDeps): Implementation {
  const { lifecycle, store, home, version, unavailable, channels, end, newId } = deps;
  const state = () => ({ ...lifecycle.status, unavailable: unavailable() });
  return implement(
    agent,
    {
      async status() {
        const approvals = await store.slow.approvals.list(MAX_APPROVALS);
        return {
          ...state(),
          version,
          pid: process.pid,
          home: home.root,
          model: lifecycle.part?.model.id ?? null,
          rssMb: Math.round(process.memoryUsage.rss() / 1_048_576),
          messages: await store.slow.inbox.count(),
          openApprovals: approvals.filter((one) => one.state === "pending").length,
          channels: channels().flatMap((name) => {
            const title = CHANNEL_TITLES.get(name);
            const problem = unavailable().find(({ part }) => part === name)?.reason ?? null;
            // The API is no channel for people.
            return title === undefined ? [] : [{ name, title, problem }];
          }),
        };
      },
      async start() {
        await lifecycle.start();
        return state();
      },
      async stop() {
        await lifecycle.stop();
        return state();
      },
      async restart() {
        await lifecycle.restart();
        return state();
      },
      async end() {
        end();
        return { ending: true, pid: process.pid };
      },
    },
    newId,
  );
}

/** The most approvals that are counted. */
const MAX_APPROVALS = 500;
