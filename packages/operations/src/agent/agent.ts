import { z } from "zod";
import { defineOperation } from "../operation.ts";

const state = z
  .object({
    state: z.enum(["stopped", "starting", "running", "stopping"]),
    uptimeMs: z
      .number()
      .describe("The number of milliseconds since the agent started; 0 while it is stopped."),
    lastError: z
      .object({ message: z.string(), hint: z.string().nullable(), at: z.number() })
      .nullable()
      .describe("The error from the last time the agent failed to start."),
    unavailable: z
      .array(z.object({ part: z.string(), reason: z.string() }))
      .describe("Components that are unavailable while the rest of the agent works."),
  })
  .meta({ id: "AgentState" });

const status = state
  .extend({
    version: z.string(),
    pid: z.int(),
    home: z.string(),
    model: z.string().nullable(),
    rssMb: z.number(),
    messages: z.record(z.string(), z.int()).describe("The number of messages in each state."),
    openApprovals: z.int(),
    channels: z
      .array(
        z.object({
          name: z.string(),
          title: z.string(),
          problem: z.string().nullable().describe("Why it is not connected; null if it is."),
        }),
      )
      .describe("The channels that are set up."),
  })
  .meta({ id: "AgentStatus" });

export type AgentStatus = z.output<typeof status>;

/** The agent as a whole. These operations answer while no agent runs, too. */
export const agent = {
  status: defineOperation({
    name: "agent.status",
    summary: "Show the agent's state, uptime and message queue.",
    input: z.object({}),
    output: status,
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see the agent's status" },
    http: "GET /v1/agent",
  }),
  start: defineOperation({
    name: "agent.start",
    summary: "Start the stopped agent in the existing process, and wait until it is running.",
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
    summary: "Stop the agent, giving running turns time to finish. The gateway keeps running.",
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
    summary: "Restart the agent without restarting its process.",
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
    summary: "Stop the agent and its process, giving running turns time to finish.",
    input: z.object({}),
    output: z.object({ ending: z.boolean(), pid: z.int() }),
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "end the process" },
  }),
};
