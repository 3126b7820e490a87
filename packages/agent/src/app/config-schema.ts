import { z } from "zod";
import {
  agentConfig,
  agentsConfig,
  approvalsConfig,
  contextConfig,
  deliveryConfig,
  heartbeatConfig,
  sessionsConfig,
} from "../core/config.ts";
import { filtersConfig } from "../core/filters.ts";
import { limitsConfig } from "../domains/config.ts";
import { documentsConfig } from "../integrations/documents.ts";
import { execConfig } from "../integrations/sandbox.ts";
import { mcpConfig } from "../integrations/mcp.ts";
import { pluginsConfig } from "../integrations/plugins.ts";
import { speechConfig } from "../integrations/speech.ts";
import { webConfig } from "../integrations/web.ts";
import { webhooksConfig } from "../integrations/webhooks.ts";
import { modelsConfig } from "../llm/config.ts";
import { embeddingConfig } from "../llm/embeddings.ts";
import { visionConfig } from "../llm/vision.ts";
import { memoryConfig } from "../memory/config.ts";
import { logConfig } from "../platform/log.ts";
import { storeConfig } from "../store/config.ts";
import { channelsConfig } from "./channels.gen.ts";
import { httpConfig } from "../channels/http/config.ts";
import { toolsConfig, toolSearchConfig } from "../tools/config.ts";

/** Every setting there is: each part's own section, joined. */
export const configSchema = z.object({
  agent: agentConfig.prefault({}).describe("The main agent."),
  agents: agentsConfig
    .prefault({})
    .describe(
      "Additional agents by name, each with its own soul, model, tools, budgets and chats.",
    ),
  approvals: approvalsConfig
    .prefault({})
    .describe("Which tool calls need approval, and from whom."),
  limits: limitsConfig
    .prefault({})
    .describe("Budgets for money and tokens, and rate limits for messages."),
  filters: filtersConfig
    .prefault({})
    .describe("Words that are blocked in messages and replies, and texts that words add."),
  context: contextConfig.prefault({}).describe("How much of a session the model reads."),
  sessions: sessionsConfig.prefault({}).describe("When a new session starts."),
  heartbeat: heartbeatConfig
    .prefault({})
    .describe("Regular checks that the agent runs on its own, as described in HEARTBEAT.md."),
  memory: memoryConfig.prefault({}).describe("What the agent remembers, and for how long."),
  models: modelsConfig.prefault({}).describe("The models the agent uses."),
  embedding: embeddingConfig.prefault({}).describe("Embeddings for semantic search in memory."),
  mcp: mcpConfig
    .prefault({})
    .describe("Servers of the Model Context Protocol whose tools the agent uses."),
  plugins: pluginsConfig
    .prefault({})
    .describe("Plugins, which add tools and other functions of their own."),
  tools: toolsConfig.prefault({}).describe("The tools the agent can use."),
  toolSearch: toolSearchConfig.prefault({}).describe("How the model finds tools."),
  exec: execConfig.prefault({}).describe("Shell commands on the machine, for the owner only."),
  web: webConfig.prefault({}).describe("Web search and web pages."),
  documents: documentsConfig.prefault({}).describe("How Reeve reads documents that people send."),
  vision: visionConfig.prefault({}).describe("How Reeve reads images that people send."),
  speech: speechConfig.prefault({}).describe("Transcription of voice messages and spoken replies."),
  channels: channelsConfig
    .prefault({})
    .describe("The channels through which people reach the agent."),
  webhooks: webhooksConfig.prefault({}).describe("Webhooks that send events to other servers."),
  delivery: deliveryConfig
    .prefault({})
    .describe("How long Reeve retries what it could not deliver."),
  storage: storeConfig.prefault({}).describe("How data is stored."),
  http: httpConfig.prefault({}).describe("The HTTP API and the web pages."),
  log: logConfig.prefault({}).describe("Logging."),
});

export type Config = z.output<typeof configSchema>;
