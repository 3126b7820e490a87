import { z } from "zod";
import { defineOperation } from "./operation.ts";

const state = z
  .object({
    state: z.enum(["stopped", "starting", "running", "stopping"]),
    uptimeMs: z.number().describe("Since the agent runs; 0 while it does not."),
    lastError: z
      .object({ message: z.string(), hint: z.string().nullable(), at: z.number() })
      .nullable()
      .describe("Why its last start failed."),
    unavailable: z
      .array(z.object({ part: z.string(), reason: z.string() }))
      .describe("Parts that do not work, while the others do."),
  })
  .meta({ id: "AgentState" });

const status = state
  .extend({
    version: z.string(),
    pid: z.int(),
    home: z.string(),
    model: z.string().nullable(),
    rssMb: z.number(),
    messages: z.record(z.string(), z.int()).describe("Number of messages in each state."),
    openApprovals: z.int(),
  })
  .meta({ id: "AgentStatus" });

export type AgentStatus = z.output<typeof status>;

/** The agent as a whole. These operations answer while no agent runs, too. */
export const agent = {
  status: defineOperation({
    name: "agent.status",
    summary: "Show whether the agent runs, since when, and how much it has to do.",
    input: z.object({}),
    output: status,
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see the agent's status" },
    http: "GET /v1/agent",
  }),
  start: defineOperation({
    name: "agent.start",
    summary: "Start the agent in its process. Returns once it runs.",
    input: z.object({}),
    output: state,
    effect: "change",
    undo: "agent.stop",
    scope: "admin",
    needs: { role: "owner", to: "start the agent" },
    repeat: "again",
    http: "POST /v1/agent/start",
  }),
  stop: defineOperation({
    name: "agent.stop",
    summary: "Stop the agent; running turns may end first. The gateway stays.",
    input: z.object({}),
    output: state,
    effect: "change",
    undo: "agent.start",
    scope: "admin",
    needs: { role: "owner", to: "stop the agent" },
    repeat: "again",
    http: "POST /v1/agent/stop",
  }),
  restart: defineOperation({
    name: "agent.restart",
    summary: "Stop the agent where it runs, and start it again.",
    input: z.object({}),
    output: state,
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "restart the agent" },
    repeat: "again",
    http: "POST /v1/agent/restart",
  }),
  end: defineOperation({
    name: "agent.end",
    summary: "End the agent and its process; running turns may end first.",
    input: z.object({}),
    output: z.object({ ending: z.boolean(), pid: z.int() }),
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "end the process" },
  }),
};
