import { randomBytes } from "node:crypto";
import type { Documents } from "@reeve/sdk";
import { approversFor } from "../core/approvals/questions/approvers-for.ts";
import { createFilters } from "../core/filters.ts";
import type { ChatCommand } from "../core/commands.ts";
import type { Implementation } from "../core/control.ts";
import { type Core, createCore } from "../core/core.ts";
import type { PluginInbox } from "../core/inbox.ts";
import type { Upkeep } from "../work/run-work.ts";
import { openRoster } from "../work/roster.ts";
import { machineClocks } from "../platform/clock/machine-clocks.ts";
import { ageLimits } from "./age-limits.ts";
import type { CorePolicy } from "../core/core-deps.ts";
import { createWebhookClient } from "../integrations/web/create-webhook-client.ts";
import type { Skills } from "../integrations/skills.ts";
import type { Speech } from "../integrations/speech.ts";
import type { ExtensionHooks } from "../kernel/extension-hooks.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import { toWebhookSecret } from "../kernel/webhook-signature.ts";
import { createVision } from "../llm/vision.ts";
import { countMemory } from "../memory/count-memory.ts";
import { createDailyLogger, createKnowledge } from "../memory/knowledge.ts";
import { createRecall } from "../memory/recall.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { type AgentKernel, TENANT } from "./agent-kernel.ts";
import { CHANNEL_NAMES, CHANNEL_TITLES } from "./channels.gen.ts";
import type { People } from "./channels/open-people.ts";
import type { AnsweringAgents } from "./models/open-agents.ts";
import type { Models } from "./models/open-models.ts";
import type { Memory } from "./open-memory.ts";
import { createPromptFiles } from "./prompt-files.ts";
import { createDailySummary } from "./save-daily-summary.ts";
import { createAttachmentReader } from "./speech/create-attachment-reader.ts";
import { createStartTurn } from "./start-daily-log.ts";
import type { HeartbeatConfig } from "../core/config.ts";
import type { Heartbeat, QuietUntil } from "../core/schedule.ts";
import { parseDecimal } from "../kernel/text/decimal.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Folder } from "../platform/folder.ts";
import { readPromptFile } from "./read-prompt-file.ts";
import { deliverAt } from "../domains/preferences.ts";

const FILE = "HEARTBEAT.md";

export interface OpenCoreDeps {
  readonly people: People;
  readonly models: Models;
  readonly answering: AnsweringAgents;
  readonly memory: Memory;
  readonly toolbox: Toolbox;
  readonly skills: Pick<Skills, "listed">;
  readonly documents: Documents;
  readonly speech: Speech;
  readonly operations: readonly Implementation[];
  readonly commands: readonly ChatCommand[];
  readonly endedWakeup: Wakeup;
  readonly hooks: ExtensionHooks;
  readonly pluginInbox: PluginInbox;
  readonly upkeep: readonly Upkeep[];
}

/** Puts the core together from the parts of the app. */
export function openCore(kernel: AgentKernel, deps: OpenCoreDeps): Core {
  const { store, config, folder, home, timeZone, clock, newId, opened } = kernel;
  const { people, models, answering, memory, toolbox, documents, speech } = deps;
  const { owner } = people;
  const local = { now: () => clock.now(), timeZone };
  const knowledge = createKnowledge(folder, { clock: local });
  const isOwn = async (digest: string) => !(await store.read.fileLabels.ofDigest(TENANT, digest));
  return createCore({
    ...kernel,
    model: models.model,
    utility: models.utility,
    agents: answering.agents,
    toolbox,
    operations: deps.operations,
    commands: deps.commands,
    wakeups: { endedWakeup: deps.endedWakeup },
    jobsWakeup: opened.jobsWakeup,
    pluginInbox: deps.pluginInbox,
    upkeep: deps.upkeep,
    hooks: deps.hooks,
    policies: ageLimits(config.delivery),
    roster: openRoster(home.roster, machineClocks.boot),
    understanding: createAttachmentReader({
      hear: speech.hear,
      documents,
      maxBytes: config.documents.maxBytes,
      canDescribeImages: models.vision !== undefined,
      visionOf: (model) => createVision({ model, other: models.vision, newId }),
    }),
    webhooks: {
      client: createWebhookClient(config.webhooks),
      newSecret: () => toWebhookSecret(randomBytes(SECRET_BYTES)),
      random: Math.random,
      reservedNames: CHANNEL_NAMES,
    },
    quietUntil: quietUntil(timeZone),
    heartbeat: chooseHeartbeat(config.heartbeat, { folder, owner, isOwn }),
    promptFiles: createPromptFiles(
      folder,
      createKnowledge(folder, { clock: local, minIntegrity: "owner" }),
      { isOwn, skills: () => deps.skills.listed() },
    ),
    recall: createRecall({ search: memory.search, feed: store.read.messages }),
    saveDailySummary: createDailySummary(
      (integrity) => createKnowledge(folder, { clock: local, integrity }),
      owner,
    ),
    startTurn: createStartTurn(createDailyLogger(folder, local), owner),
    countMemory: async (person) => ({
      ...(await countMemory(knowledge)),
      notes: await store.read.notes.count(person),
    }),
    ...(config.storage.transcripts === "on" && { transcripts: home.sessions }),
    policy: policyOf(kernel, deps),
  });
}

function policyOf({ config, timeZone }: AgentKernel, deps: OpenCoreDeps): CorePolicy {
  const { people, speech } = deps;
  const { debounceMs, mode, maxSteps, temperature, maxTokens, ownerName, language } = config.agent;
  const { unattended, unattendedAllows, expireHours, twoPerson, ...flow } = config.approvals;
  return {
    ownerName,
    owner: people.owner.id,
    unattended: { policy: unattended, effects: unattendedAllows },
    flow: {
      sendsDictated: flow.sendDictated === "allow",
      payDictated: flow.payDictated,
      egressPerTurn: flow.egressPerTurn,
      egressPerDay: flow.egressPerDay,
    },
    intake: {
      tenant: TENANT,
      roleOf: people.roleOf,
      accessOf: people.accessOf,
      channelTitles: CHANNEL_TITLES,
      debounceMs,
      newChat: { mode, maxSteps },
    },
    turns: {
      approvalMs: expireHours * HOUR_MS,
      approversFor: (call) => approversFor(call, twoPerson),
      timeZone,
      channelTitles: CHANNEL_TITLES,
      language,
      lifetime: config.sessions,
      waitMs: config.models.waitHours * HOUR_MS,
    },
    limits: { ...config.tools, temperature, maxTokens },
    spending: config.limits,
    toolSearch: config.toolSearch,
    context: config.context,
    historyLimit: config.storage.historyLimit,
    learning: { ...config.memory, quietMs: QUIET_MS },
    filters: createFilters(config.filters),
    spoken: speech.say && { maxWords: config.speech.maxWords },
  };
}

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

/** Facts are extracted from a chat that has been quiet for this long, in milliseconds. */
const QUIET_MS = 60_000;

interface HeartbeatDeps {
  readonly folder: Folder;
  readonly owner: Principal;
  /** Whether a file of this digest was not written from what others said. */
  readonly isOwn: (digest: string) => Promise<boolean>;
}

/** The heartbeat as the config wants it; undefined where it is off. */
function chooseHeartbeat(
  { enabled, everyMinutes, dollarsPerDay }: HeartbeatConfig,
  { folder, owner, isOwn }: HeartbeatDeps,
): Heartbeat | undefined {
  if (!enabled) return undefined;
  return {
    everyMs: everyMinutes * 60_000,
    owner: owner.id,
    tenant: owner.tenant,
    nanoPerDay: parseDecimal(dollarsPerDay, 9),
    async read() {
      const digest = await folder.digest(FILE);
      if (digest === undefined || !(await isOwn(digest))) return undefined;
      return readPromptFile(folder, FILE);
    },
  };
}

/** Until when people want to hear nothing unasked, by their own clocks; `timeZone` is that of people who named none. */
export function quietUntil(timeZone: string): QuietUntil {
  return async (tx, person, now) => {
    const preferences = await tx.preferences.of(person);
    const at = deliverAt(now, { ...preferences, timeZone: preferences.timeZone ?? timeZone });
    return at > now ? at : undefined;
  };
}
