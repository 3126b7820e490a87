import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const agent = z
  .object({
    name: z.string(),
    here: z.boolean().describe("Whether the agent answers in this chat."),
    model: z.string(),
    tools: z.int(),
    steps: z.int().optional(),
    tokensPerDay: z.int().optional(),
    costPerDay: z.string().optional(),
    places: z.array(z.string()).describe("The chats where the agent answers by default."),
  })
  .meta({ id: "AgentProfile" });

export type AgentView = z.output<typeof agent>;

/** The configured agents. */
export const agents = {
  list: defineOperation({
    name: "agents.list",
    summary: "List the agents and show which one answers in a chat.",
    input: pageQuery,
    output: pageOf(agent),
    effect: "read",
    scope: "read",
    conversation: { is: "The chat to look up the agent for.", or: "own" },
    http: "GET /v1/agents",
    cli: { verb: "list", all: true, example: "--chat work" },
  }),
  use: defineOperation({
    name: "agents.use",
    summary: "Choose the agent that answers in a chat, starting with the next message.",
    input: z.object({
      name: z.string().min(1).max(100).describe("The agent's name, such as main."),
    }),
    output: z.object({ agent: z.string() }),
    effect: "change",
    scope: "admin",
    conversation: { is: "The chat that the agent answers in.", or: "own", as: "id" },
    http: "PUT /v1/sessions/{id}/agent",
    cli: { verb: "use", words: ["name"], example: "clerk" },
  }),
};
