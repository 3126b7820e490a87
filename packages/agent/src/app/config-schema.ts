import { z } from "zod";
import {
  agentConfig,
  agentsConfig,
  approvalsConfig,
  contextConfig,
  heartbeatConfig,
  sessionsConfig,
} from "../core/config.ts";
import { limitsConfig } from "../domains/config.ts";
import { documentsConfig } from "../integrations/documents.ts";
import { execConfig } from "../integrations/sandbox.ts";
import { speechConfig } from "../integrations/speech.ts";
import { webConfig } from "../integrations/web.ts";
import { webhooksConfig } from "../integrations/webhooks.ts";
import { modelsConfig } from "../llm/config.ts";
import { embeddingConfig } from "../llm/embeddings.ts";
import { visionConfig } from "../llm/vision.ts";
import { memoryConfig } from "../memory/config.ts";
import { logConfig } from "../platform/log.ts";
import { storeConfig } from "../store/config.ts";
import { telegramBotConfig } from "../channels/telegram-bot/config.ts";
import { whatsappConfig } from "../channels/whatsapp/config.ts";
import { httpConfig } from "../channels/http/config.ts";
import { toolsConfig, toolSearchConfig } from "../tools/config.ts";

/** Every setting there is: each part's own section, joined. */
export const configSchema = z.object({
  agent: agentConfig.prefault({}).describe("The agent itself."),
  agents: agentsConfig
    .prefault({})
    .describe(
      "Further agents by name, each with a soul, a model, tools, budgets and places of its own.",
    ),
  approvals: approvalsConfig.prefault({}).describe("Questions to the owner."),
  limits: limitsConfig.prefault({}).describe("What may be spent, and how fast people may write."),
  context: contextConfig.prefault({}).describe("How much of a conversation the model reads."),
  sessions: sessionsConfig.prefault({}).describe("When a conversation begins anew."),
  heartbeat: heartbeatConfig
    .prefault({})
    .describe("What the agent looks after by itself, as HEARTBEAT.md says."),
  memory: memoryConfig.prefault({}).describe("What is learnt from conversations."),
  models: modelsConfig.prefault({}).describe("Where answers come from."),
  embedding: embeddingConfig.prefault({}).describe("How memory is found by meaning."),
  tools: toolsConfig.prefault({}).describe("What the agent can do."),
  toolSearch: toolSearchConfig.prefault({}).describe("How the model finds tools."),
  exec: execConfig.prefault({}).describe("Commands on the machine, for the owner alone."),
  web: webConfig.prefault({}).describe("The web beyond the chats."),
  documents: documentsConfig.prefault({}).describe("Documents that people send."),
  vision: visionConfig.prefault({}).describe("Pictures that people send."),
  speech: speechConfig.prefault({}).describe("Voice messages, and answers that are said aloud."),
  channels: z
    .object({
      telegramBot: telegramBotConfig.prefault({}).describe("A bot on Telegram."),
      whatsapp: whatsappConfig.prefault({}).describe("A number on WhatsApp."),
    })
    .prefault({})
    .describe("Where people talk to the agent."),
  webhooks: webhooksConfig.prefault({}).describe("Who is told of events."),
  storage: storeConfig.prefault({}).describe("How data is kept."),
  http: httpConfig.prefault({}).describe("The HTTP API and the pages for people."),
  log: logConfig.prefault({}).describe("What is written down about the work."),
});

export type Config = z.output<typeof configSchema>;
