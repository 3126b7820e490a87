import { z } from "zod";
import { refuseBelow } from "../core/caller-place.ts";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { Model } from "../llm/model.ts";
import type { Home } from "../platform/home.ts";
import type { Store } from "../store/store.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Unavailable } from "./start-steps.ts";

export interface AgentSectionParts {
  readonly lifecycle: Lifecycle<{ readonly model: Model }>;
  readonly store: Store;
  readonly home: Home;
  readonly version: string;
  /** What did not come up with the agent, or is down at the moment. */
  readonly unavailable: () => readonly Unavailable[];
}

/** The agent as a whole. It answers whether or not the agent runs. */
export function agentSection(parts: AgentSectionParts): ControlSection {
  const { lifecycle, store, home, version, unavailable } = parts;
  const tell = () => ({ ...lifecycle.status, unavailable: unavailable() });
  return {
    name: "agent",
    methods: {
      status: defineMethod({
        summary:
          "Whether the agent runs, since when, why its last start failed, and how many messages are in which state.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see how the agent does");
          const approvals = await store.slow.approvals.list(LOOKED_AT);
          return {
            ...tell(),
            version,
            pid: process.pid,
            home: home.root,
            model: lifecycle.part?.model.id ?? null,
            rssMb: Math.round(process.memoryUsage.rss() / 1_048_576),
            messages: await store.slow.inbox.count(),
            openApprovals: approvals.filter(({ state }) => state === "pending").length,
          };
        },
      }),
      start: defineMethod({
        summary: "Start the agent in its process; answers once it runs.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("owner", person, "start the agent");
          await lifecycle.start();
          return tell();
        },
      }),
      stop: defineMethod({
        summary:
          "Stop the agent and leave its process: running turns may end, the others go on at the next start.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("owner", person, "stop the agent");
          await lifecycle.stop();
          return tell();
        },
      }),
      restart: defineMethod({
        summary: "Stop the agent where it runs, and start it again.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("owner", person, "restart the agent");
          await lifecycle.restart();
          return tell();
        },
      }),
    },
  };
}

const LOOKED_AT = 500;

/** The process that the agent lives in. `end` begins its end. */
export function processSection(end: () => void): ControlSection {
  return {
    name: "process",
    methods: {
      end: defineMethod({
        summary: "End the agent and its process; running turns may end first.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("owner", person, "end the process");
          end();
          return { ending: true, pid: process.pid };
        },
      }),
    },
  };
}
