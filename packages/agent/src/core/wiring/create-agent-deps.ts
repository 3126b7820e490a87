import { wait } from "../../kernel/wait.ts";
import { findSpendDenial } from "../../domains/limits.ts";
import { lowerRole } from "../../kernel/principal.ts";
import type { Recall } from "../../memory/recall.ts";
import type { Log } from "../../platform/log.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import { toolSearchConfig } from "../../tools/config.ts";
import { createToolOffer } from "../agent/offer-tools.ts";
import type { AgentDeps } from "../agent/deps.ts";
import type { AgentProfile } from "../agents.ts";
import type { PromptFor } from "../approvals/questions/approval-prompt.ts";
import { contextConfig } from "../config.ts";
import { gather, type Gathered } from "../context/gather.ts";
import type { PastTurns } from "../context/history/past-turns.ts";
import type { ReadUnseen } from "../context/history/unseen-messages.ts";
import { buildRecall } from "../context/build-recall.ts";
import { userText } from "../context/render/user-text.ts";
import type { PromptFiles } from "../context/system-prompt.ts";
import type { CoreDeps } from "../core-deps.ts";
import type { CoreState } from "../core-state.ts";
import type { TurnLog } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { findPlanRequest } from "../plans/find-plan-request.ts";
import { DEFAULT_FLOW_POLICY } from "../approvals/flow/request-context.ts";
import { createFlowFacts } from "./create-flow-facts.ts";
import { planGrantOf } from "../plans/plan-grant.ts";
import { isTrivial } from "../routing/is-trivial.ts";
import { limitContext } from "../turns/budget/limit-context.ts";
import type { SessionSummary } from "../turns/sessions/summary-work.ts";

/** Deps that all agents of a core share. */
export interface CommonDeps extends Pick<CoreState, "kernel" | "health" | "overrides" | "served"> {
  readonly deps: CoreDeps;
  readonly past: PastTurns;
  readonly unseen: ReadUnseen;
  readonly journal: TurnLog;
  readonly question: PromptFor;
  /** Keeps what a shortened conversation came to; what it throws is logged. */
  readonly saveDailySummary: (summary: SessionSummary) => Promise<void>;
}

/** Creates the deps of one agent. */
export function createAgentDeps(
  profile: AgentProfile,
  {
    deps,
    past,
    unseen,
    journal,
    question,
    saveDailySummary,
    kernel,
    health,
    overrides,
    served,
  }: CommonDeps,
): AgentDeps {
  const { toolbox, policy, tracing = NO_TRACING } = deps;
  const { store, log, clock, newId, events } = kernel;
  const { model, utility, rules, character } = profile;
  const { timeZone, approversFor } = policy.turns;
  const { limits, historyLimit = DEFAULT_HISTORY } = policy;
  const context = policy.context ?? contextConfig.parse({});
  const recall = deps.recall && orNothing(deps.recall, log);
  const promptFiles = () => filesFor(profile, deps);
  const tools = createToolOffer(policy.toolSearch ?? toolSearchConfig.parse({}), {
    model,
    search: toolbox.search,
    log,
  });

  return {
    model,
    toolbox,
    tracing,
    rules,
    newId,
    log,
    journal,
    health,
    pause: deps.pause ?? wait,
    limits,
    context,
    utility,
    question,
    images: (ids) => store.slow.images.load(ids),
    gather: (turn) =>
      tracing.span("gather", {}, () =>
        gather(turn, {
          ...deps,
          model,
          past,
          overrides: ({ chat }) => overrides.of(chat),
          ownerName: policy.ownerName,
          timeZone,
          promptFiles,
          rules,
          character,
          frozen: tools.frozen,
          listed: tools.listed,
        }),
      ),
    recallFor: (turn, input, { gathered, tokens, signal }) => {
      const { asker: person, role, chat } = turn;
      const extras = turn.steps.flatMap((step) => step.extras?.recalled ?? []);
      const known = { ...gathered, recalled: new Set([...gathered.recalled, ...extras]) };
      const viewer = { tenant: chat.tenant, person, role, chat };
      const text = userText(input);
      return buildRecall({ text, viewer, signal }, known, {
        unseen,
        recall: isTrivial(text) ? undefined : recall,
        config: context,
        historyLimit,
        timeZone,
        tokens,
      });
    },
    enrich: (turn, input, { gathered, signal }) =>
      tools.extras(userText(input), {
        ...toldIn(turn, { toolbox, rules, gathered, overrides: gathered.overrides }),
        signal,
      }),
    deferred: ({ deferred }) => tools.deferred(deferred),
    saveSummary: async ({ session: id, chat }, { summary: text, label }) => {
      const session = { id, chat: chat.id, endedAt: clock.now() };
      await saveDailySummary({ session, chat, text, label }).catch((error: unknown) =>
        log.warn("failed to save summary", { session: id, error }),
      );
    },
    policies: ({ chat }) => store.read.chatRules.ofChat(chat.id),
    spendDenial: async ({ chat: { tenant } }, spend) => {
      const now = clock.now();
      const settings = { limits: policy.spending, timeZone };
      const setting = await limitContext({ tx: store.read, now }, { settings });
      return findSpendDenial(store.read.limits, { tenant, spend }, setting);
    },
    overrides: ({ chat }) => overrides.of(chat),
    roleNow: async ({ asker, authors, role }) => {
      const people = await Promise.all(
        [...new Set([asker, ...authors])].map((id) => store.read.people.byId(id)),
      );
      return people.reduce((least, person) => lowerRole(least, person?.role ?? least), role);
    },
    isStopped: async ({ chat, fence }) => (await store.read.chats.byId(chat.id))?.fence !== fence,
    unattended: ({ channel }) => (served.canAsk(channel) ? undefined : policy.unattended),
    planRequest: (turn) => findPlanRequest(turn, store.read),
    planGrant: (turn) => planGrantOf(turn, { read: store.read, approversFor }),
    flow: createFlowFacts(store, {
      policy: policy.flow ?? DEFAULT_FLOW_POLICY,
      clock,
      timeZone,
    }),
    grants: ({ chat }) => store.read.approvals.grants(chat.id, clock.now()),
    filters: policy.filters,
    hooks: deps.hooks,
    emitDelta: (chat, delta) => events.publish(chat, [delta]),
  };
}

/** A search that breaks costs a turn what it would have been told, and nothing else. */
function orNothing(recall: Recall, log: Log): Recall {
  return (query) =>
    recall(query).catch((error: unknown) => {
      query.signal.throwIfAborted();
      log.error("memory search for a message failed", { error });
      return [];
    });
}

/** Returns the tools on offer to the requester, and those that the session and this turn already have. */
function toldIn(
  { role, chat, steps }: OpenTurn,
  {
    toolbox,
    rules,
    gathered,
    overrides,
  }: Pick<AgentDeps, "toolbox" | "rules"> & {
    readonly gathered: Gathered;
    readonly overrides?: Gathered["overrides"];
  },
) {
  const extras = steps.flatMap((step) => step.extras ?? []);
  return {
    offer: toolbox.offer({ role, kind: chat.kind, rules, overrides }),
    deferred: gathered.deferred,
    told: new Set([...gathered.delivered, ...extras.flatMap(({ tools }) => tools)]),
    found: new Set([...gathered.found, ...extras.flatMap(({ found = [] }) => found)]),
  };
}

/** Reads the character files of an agent. */
async function filesFor(
  { readSoul }: AgentProfile,
  deps: Pick<CoreDeps, "promptFiles">,
): Promise<PromptFiles> {
  const files = await deps.promptFiles();
  return readSoul ? { ...files, soul: await readSoul() } : files;
}

const DEFAULT_HISTORY = 100;
