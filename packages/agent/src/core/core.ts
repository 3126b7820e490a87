import { once } from "node:events";
import type { LimitsConfig } from "../domains/config.ts";
import { findSpendObjection, NO_LIMITS } from "../domains/limits.ts";
import { type Bell, createBell, ringAll } from "../kernel/bell.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Envelope } from "../kernel/envelope.ts";
import type { NewId, PersonId } from "../kernel/ids.ts";
import { lowerRole, type Principal } from "../kernel/principal.ts";
import type { Model } from "../llm/model.ts";
import { createInOrder } from "../platform/in-order.ts";
import type { Log } from "../platform/log.ts";
import { NO_TRACING, type Tracing } from "../platform/tracing.ts";
import type { Place } from "../store/places.ts";
import type { Store } from "../store/store.ts";
import type { Recall } from "../memory/recall.ts";
import { type ToolSearchConfig, toolSearchConfig } from "../tools/config.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { createToolOffer } from "./agent/offer-tools.ts";
import type { AgentLimits, AgentParts } from "./agent/parts.ts";
import type { SurfaceFiles, Understanding } from "./attachments.ts";
import { type AgentProfile, type Agents, createAgents, mainAgent } from "./agents.ts";
import { decide } from "./approvals/decide.ts";
import type { Unattended } from "./approvals/gate.ts";
import type { Questions } from "./approvals/question-for.ts";
import { keepApprovals } from "./approvals/keep-approvals.ts";
import { policiesSection } from "./approvals/policies-section.ts";
import { approvalsCommand } from "./approvals/approvals-command.ts";
import { approvalsSection } from "./approvals/section.ts";
import { saidIn } from "./context/said-in.ts";
import { type CountMemory, gather, type Gathered } from "./context/gather.ts";
import { createPastTurns } from "./context/past-turns.ts";
import { recollect } from "./context/recollect.ts";
import type { PromptFiles } from "./context/system-prompt.ts";
import { type ContextConfig, contextConfig } from "./config.ts";
import type { ChatCommand, CommandFacts } from "./commands.ts";
import { findCommand } from "./commands/find-command.ts";
import { helpCommand } from "./commands/help.ts";
import { commandsSection } from "./commands/section.ts";
import { type Control, type ControlSection, createControl } from "./control.ts";
import { createCurrentOverrides } from "./current-overrides.ts";
import { createEvents, type Events } from "./events.ts";
import { createHooks, type Hooks } from "./hooks.ts";
import { hooksSection } from "./hooks/section.ts";
import type { Inbox } from "./inbox.ts";
import { accept, type IntakePolicy } from "./intake/accept.ts";
import { feedSection } from "./intake/feed-section.ts";
import { createInTurn } from "./intake/in-turn.ts";
import { knowSender } from "./intake/know-sender.ts";
import { linkCommand } from "./intake/link-command.ts";
import { pairCommand } from "./intake/pair-command.ts";
import { peopleSection } from "./intake/people-section.ts";
import type { OpenTurn } from "./open-turn.ts";
import { findPlanRequest, PLAN_TOOL } from "./plans/find-plan-request.ts";
import { planGrantOf } from "./plans/plan-grant.ts";
import { planCommand } from "./plans/plan-command.ts";
import { plansSection } from "./plans/section.ts";
import { previewPlan } from "./plans/preview-plan.ts";
import { runDelivery } from "./outcomes/deliver.ts";
import { runLearning } from "./outcomes/learn.ts";
import type { LearningSettings } from "./outcomes/learning-parts.ts";
import type { Push } from "./push.ts";
import { isTrivial } from "./routing/is-trivial.ts";
import { traceJournal } from "./trace-journal.ts";
import { tracePush } from "./trace-push.ts";
import { createSchedule, type Heartbeat, type QuietUntil, type Schedule } from "./schedule.ts";
import { scheduleSection } from "./schedule/section.ts";
import { createRunningTurns } from "./running-turns.ts";
import { type Aloud, sayAloud, type SayAloudParts } from "./say-aloud.ts";
import { superviseListening } from "./supervise.ts";
import { agentCommand } from "./turns/agent-command.ts";
import { appendTranscript } from "./turns/append-transcript.ts";
import { agentsSection } from "./turns/agents-section.ts";
import { createJournal } from "./turns/journal.ts";
import { modulesCommand } from "./turns/modules-command.ts";
import type { TurnParts, TurnSettings } from "./turns/parts.ts";
import { type Recap, runRecaps } from "./turns/recap.ts";
import { type MissingTool, overridesSection } from "./turns/overrides-section.ts";
import { pauseCommands } from "./turns/pause-commands.ts";
import { pausesSection } from "./turns/pauses-section.ts";
import { auditSection } from "./turns/audit-section.ts";
import { placeCommands } from "./turns/place-commands.ts";
import { sessionCommands } from "./turns/session-commands.ts";
import { placesSection, sessionsSection, turnsSection } from "./turns/sections.ts";
import { ledgerSetting } from "./turns/ledger-setting.ts";
import { settleStale } from "./turns/hold-silently.ts";
import { limitsSection } from "./turns/limits-section.ts";
import { tellLifecycle } from "./tell-lifecycle.ts";
import { deliverEvents } from "./webhooks/deliver-events.ts";
import { webhooksSection } from "./webhooks/section.ts";
import { WEBHOOK_RETRIES, type WebhookClient, type WebhookRetries } from "./webhooks.ts";
import { modelsOf, notePrices } from "./turns/note-prices.ts";
import { usageSection } from "./turns/usage-section.ts";
import { whyCommand } from "./turns/why-command.ts";
import { showTurn } from "./turns/show-turn.ts";
import { runWorker, type WorkerParts } from "./turns/worker.ts";

export type { IntakePolicy } from "./intake/accept.ts";

export interface CoreParts {
  readonly store: Store;
  readonly model: Model;
  /** Sums up conversations that grew too long; without one they are cut by rules. */
  readonly utility?: Model | undefined;
  /** Who answers where; without it, the main agent everywhere. */
  readonly agents?: Agents | undefined;
  /** What memory holds that bears on a message; without it, the agent searches when it needs to. */
  readonly recall?: Recall | undefined;
  readonly toolbox: Toolbox;
  /** Reads files of messages; without it, the model is told that there are some. */
  readonly understanding?: Understanding | undefined;
  /** Tools that are known and cannot run here. */
  readonly missing?: readonly MissingTool[] | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly policy: CorePolicy;
  /** Keeps what an ended or shortened session came to; may be called twice for one when the process dies. */
  readonly keepRecap?: ((recap: Recap) => Promise<void>) | undefined;
  /** Called before a turn goes on, again when it is resumed. The turn waits for it, and goes on when it fails. */
  readonly beginTurn?: ((turn: OpenTurn) => Promise<void>) | undefined;
  /** Counts what is remembered of a person, for the owner's sessions to begin with. */
  readonly countMemory?: CountMemory | undefined;
  /** The folder in which a copy of each session is kept as JSON lines; without one, none is. */
  readonly transcripts?: string | undefined;
  /** Told of each numbered step in the life of a message; without it, nobody is. */
  readonly tracing?: Tracing | undefined;
  /** For those who listen longer than this core lives; without it, it has its own. */
  readonly events?: Events | undefined;
  /** Told when `serve` begins with the channels, and then with the workers. */
  readonly onStep?: ((step: "channels" | "workers") => void) | undefined;
  /** For others who ring it, too: summaries are missing. */
  readonly ended?: Bell | undefined;
  /** For others who ring it, too: jobs were made or changed. */
  readonly jobs?: Bell | undefined;
  /** Until when a person wants to hear nothing unasked; without it, they always may. */
  readonly quietUntil?: QuietUntil | undefined;
  /** What the owner wants looked after by itself; without it, nothing is. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Reaches those who are told of events. */
  readonly webhooks: WebhookParts;
  /** What people wrote for the agent to be; read when a turn begins. */
  promptFiles(): Promise<PromptFiles>;
  /** Sections of other parts of the agent. */
  readonly sections: readonly ControlSection[];
  /** Commands of other parts of the agent. */
  readonly commands?: readonly ChatCommand[] | undefined;
}

export interface WebhookParts {
  readonly client: WebhookClient;
  /** Makes a secret that nobody can guess, as Standard Webhooks writes it. */
  readonly newSecret: () => string;
  /** Between 0 and 1: spreads what is tried again. */
  readonly random: () => number;
  /** Up to a day, if left out. */
  readonly retries?: WebhookRetries;
}

export interface CorePolicy {
  readonly intake: IntakePolicy;
  readonly turns: TurnSettings;
  readonly limits: AgentLimits;
  /** What may be spent, and how fast people may write; without it, there are no limits. */
  readonly spending?: LimitsConfig | undefined;
  readonly toolSearch?: ToolSearchConfig | undefined;
  /** Defaults for what is left out. */
  readonly context?: ContextConfig | undefined;
  /** What happens to questions on surfaces that cannot ask; if left out, they wait for a person elsewhere. */
  readonly unattended?: Unattended | undefined;
  /** The one at this machine's terminal, who is never joined with another. */
  readonly owner?: PersonId | undefined;
  /** How many earlier messages the first session of a place begins with; 100 if left out. */
  readonly historyLimit?: number | undefined;
  /** What is learnt from turns that have ended; without it, nothing is. */
  readonly learning?: LearningSettings | undefined;
  readonly ownerName: string;
  /** Answers that are said, where a voice is set up; without it, all are written. */
  readonly spoken?: { readonly maxWords: number } | undefined;
}

/** What `serve` needs to know of a surface. */
export interface ServedSurface {
  readonly name: string;
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  readonly push?: Push;
  /** Fetches files of its messages. */
  readonly files?: SurfaceFiles;
  /** Its push can say a text part aloud. */
  readonly canSpeak?: true;
  /** False where nobody is there to answer a question; true if left out. */
  readonly canAsk?: boolean;
  /** Whether people unknown to the agent are shown a code there; false if left out. */
  readonly isPairing?: boolean;
  /** What the agent is called there, as far as it is known yet: commands may name it. */
  readonly username?: string | undefined;
}

export interface Core {
  readonly inbox: Inbox;
  readonly events: Events;
  readonly control: Control;
  /** What is done by itself, for the surface that delivers it. */
  readonly schedule: Schedule;
  /** What programs may call, for the surface that they call. */
  readonly hooks: Hooks;
  /** How files of a served surface's messages are fetched; undefined where they cannot be. */
  files(surface: string): SurfaceFiles | undefined;
  /** Says something aloud for a call, in the chat that its turn answers; a repeated call says nothing more. */
  sayAloud(aloud: Aloud): Promise<{ readonly as: "voice" | "text" }>;
  /** What may be written with a slash; surfaces tell people of it. */
  readonly commands: readonly CommandFacts[];
  /** Who somebody is that does something on a surface without a message; who is new is remembered. */
  knowSender(surface: string, sender: Envelope["sender"]): Promise<Principal>;
  /**
   * Listens on the surfaces, runs turns and delivers replies until `signal`
   * aborts. Call it once. Where the store is exclusive its earlier owners are
   * dead: their leases are void from here on.
   */
  serve(surfaces: readonly ServedSurface[], signal: AbortSignal): Promise<void>;
}

export function createCore(parts: CoreParts): Core {
  const { store, toolbox, log, clock, newId, policy, tracing = NO_TRACING } = parts;
  const overrides = createCurrentOverrides(store);
  const past = createPastTurns(store.read);
  const running = createRunningTurns();
  const bell = createBell();
  const outbox = createBell();
  const ended = parts.ended ?? createBell();
  const learning = createBell();
  const questions = createBell();
  const events = parts.events ?? createEvents(store);
  const pushes = new Map<string, Push>();
  const silent = new Set<string>();
  const isPush = (surface: string) => pushes.has(surface);
  const served = new Map<string, ServedSurface>();
  const agents = parts.agents ?? createAgents(mainAgent(parts));
  const missing = parts.missing ?? [];
  const listed: readonly ChatCommand[] = [
    ...sessionCommands({ running, ended, events, isPush }),
    ...placeCommands(),
    whyCommand(store),
    ...pauseCommands(),
    agentCommand({ agents, toolbox }),
    modulesCommand({ toolbox, events, missing, overrides }),
    approvalsCommand(),
    planCommand({ bell: ringAll(bell, outbox), events, isPush }),
    linkCommand(),
    pairCommand({ events, isPush }),
    ...(parts.commands ?? []),
  ];
  const commands = [...listed, helpCommand(listed)];
  const commandsByName = new Map(commands.map((command) => [command.name, command]));

  const schedule = createSchedule(
    {
      store,
      events,
      clock,
      newId,
      owner: newId(),
      outbox,
      timeZone: policy.turns.timeZone,
      isPush,
      quietUntil: parts.quietUntil,
      heartbeat: parts.heartbeat,
    },
    parts.jobs,
  );

  const intake = {
    store,
    events,
    running,
    clock,
    newId,
    bell,
    outbox,
    isPush,
    isPairing: (surface: string) => served.get(surface)?.isPairing ?? false,
    policy: { ...policy.intake, limits: policy.spending, timeZone: policy.turns.timeZone },
    owner: policy.owner,
    jobs: schedule.bell,
    log,
    inTurn: createInTurn(),
    findCommand: (envelope: Envelope) =>
      findCommand(envelope, {
        commands: commandsByName,
        username: served.get(envelope.address.surface)?.username,
      }),
  };
  const question: Questions = ({ name, params, agent }) => {
    if (name !== PLAN_TOOL) return undefined;
    const { price } = agents.get(agent).model;
    const { maxTokens } = policy.limits;
    return previewPlan(params, { toolOf: (tool) => toolbox.get(tool), price, maxTokens });
  };
  const told = ringAll(bell, questions, outbox);
  const { approversFor } = policy.turns;
  const decisions = {
    store,
    events,
    toolbox,
    clock,
    newId,
    bell: told,
    isPush,
    approversFor,
    question,
    agentIn: (place: Place) => agents.answering(place).name,
  };
  const inbox: Inbox = {
    deliver: (envelope) => {
      const attributes = () => ({ "reeve.surface": envelope.address.surface });
      return tracing.span("accept", { attributes }, () => accept(envelope, intake));
    },
    decide: (decision) => decide(decision, decisions),
  };

  const turns: TurnParts = {
    store,
    events,
    toolbox,
    agents,
    clock,
    newId,
    settings: {
      ...policy.turns,
      limits: policy.spending,
      maxTokens: policy.limits.maxTokens,
      isToLearnFrom: learnsFrom(parts),
    },
    ended: ringAll(ended, learning, questions, schedule.bell),
    isPush,
    understanding: parts.understanding,
    speaking: policy.spoken && {
      ...policy.spoken,
      canSpeak: (surface) => served.get(surface)?.canSpeak ?? false,
    },
  };
  const speaking: SayAloudParts = {
    store,
    events,
    clock,
    newId,
    outbox,
    isPush,
    canSpeak: (surface) => served.get(surface)?.canSpeak === true,
  };
  const sectionParts = { store, events, clock, newId, running, ended, outbox, isPush };
  const control = createControl([
    ...parts.sections,
    turnsSection(sectionParts),
    sessionsSection(sectionParts),
    placesSection(sectionParts),
    feedSection(intake),
    commandsSection(commands, store),
    approvalsSection({ store, inbox, clock }),
    plansSection({ store, events, clock, newId, bell: ringAll(bell, outbox), isPush }),
    peopleSection({ store, clock, newId, owner: policy.owner, events, outbox, isPush }),
    policiesSection(store),
    agentsSection({ store, toolbox, agents }),
    overridesSection({ store, toolbox, events, clock, overrides, missing }),
    pausesSection({ ...sectionParts, bell }),
    auditSection({ store }),
    scheduleSection({
      store,
      clock,
      newId,
      timeZone: policy.turns.timeZone,
      bell: schedule.bell,
    }),
    webhooksSection({ ...parts.webhooks, store, clock, newId }),
    hooksSection({ ...parts.webhooks, store, clock, newId, newPlace: policy.intake.newPlace }),
    usageSection({ store, clock, timeZone: policy.turns.timeZone }),
    limitsSection({
      store,
      agents,
      clock,
      timeZone: policy.turns.timeZone,
      limits: policy.spending ?? NO_LIMITS,
    }),
  ]);

  const journal = traceJournal(createJournal(turns, running), tracing);
  const context = policy.context ?? contextConfig.parse({});
  const keep = parts.keepRecap ?? keepNothing;
  const recall = parts.recall && orNothing(parts.recall, log);
  const partsOf = (profile: AgentProfile): AgentParts => {
    const { model, utility, rules, character } = profile;
    const promptFiles = () => filesFor(profile, parts);
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
      limits: policy.limits,
      context,
      utility,
      images: (ids) => store.slow.images.load(ids),
      gather: (turn) =>
        tracing.span("gather", {}, () =>
          gather(turn, {
            ...parts,
            past,
            overrides: ({ place }) => overrides.of(place),
            ownerName: policy.ownerName,
            timeZone: policy.turns.timeZone,
            promptFiles,
            rules,
            character,
            frozen: tools.frozen,
          }),
        ),
      recollect: (turn, input, { gathered, tokens, signal }) => {
        const { asker: person, role, place } = turn;
        const extras = turn.steps.flatMap((step) => step.extras?.recalled ?? []);
        const known = { ...gathered, recalled: new Set([...gathered.recalled, ...extras]) };
        const viewer = { tenant: place.tenant, person, role, place };
        const text = saidIn(input);
        return recollect({ text, viewer, signal }, known, {
          feed: store.read.feed,
          recall: isTrivial(text) ? undefined : recall,
          config: context,
          historyLimit: policy.historyLimit ?? DEFAULT_HISTORY,
          timeZone: policy.turns.timeZone,
          tokens,
        });
      },
      enrich: (turn, input, { gathered, signal }) =>
        tools.extras(saidIn(input), {
          ...toldIn(turn, { toolbox, rules, gathered, overrides: gathered.overrides }),
          signal,
        }),
      array: (turn, gathered) =>
        tools.array(gathered.tools, toldIn(turn, { toolbox, rules, gathered })),
      deferred: ({ deferred }) => tools.deferred(deferred),
      keepSummary: async ({ session: id, place }, { summary: text, label }) => {
        const session = { id, place: place.id, endedAt: clock.now() };
        await keep({ session, place, text, label }).catch((error: unknown) =>
          log.warn("summary could not be kept", { session: id, error }),
        );
      },
      policies: ({ place }) => store.read.policies.ofPlace(place.id),
      objectionToSpend: async ({ place: { tenant } }, spend) => {
        const now = clock.now();
        const setting = await ledgerSetting({ tx: store.read, now }, turns);
        return findSpendObjection(store.read.limits, { tenant, spend }, setting);
      },
      overrides: ({ place }) => overrides.of(place),
      roleNow: async ({ asker, authors, role }) => {
        const people = await Promise.all(
          [...new Set([asker, ...authors])].map((id) => store.read.people.byId(id)),
        );
        return people.reduce((least, person) => lowerRole(least, person?.role ?? least), role);
      },
      isStopped: async ({ place, fence }) =>
        (await store.read.places.byId(place.id))?.fence !== fence,
      unattended: ({ surface }) => (silent.has(surface) ? policy.unattended : undefined),
      planRequest: (turn) => findPlanRequest(turn, store.read),
      planGrant: (turn) =>
        planGrantOf(turn, { read: store.read, approversFor: policy.turns.approversFor }),
      question,
      grants: ({ place }) => store.read.approvals.grants(place.id, clock.now()),
      tell: (place, delta) => events.publish(place, [delta]),
    };
  };
  const partsByAgent = new Map(agents.all.map((profile) => [profile, partsOf(profile)]));
  const agentOf = ({ agent }: OpenTurn): AgentParts => {
    const profile = agents.get(agent);
    return partsByAgent.get(profile) ?? partsOf(profile);
  };

  return {
    inbox,
    files: (surface) => served.get(surface)?.files,
    sayAloud: (aloud) => sayAloud(aloud, speaking),
    events,
    control,
    schedule,
    hooks: createHooks(store, policy.intake.tenant),
    commands,
    knowSender: (surface, sender) =>
      knowSender({ address: { surface, chat: "", kind: "direct" }, sender }, intake),
    async serve(surfaces, signal) {
      for (const surface of surfaces) served.set(surface.name, surface);
      for (const { name, push } of surfaces) if (push) pushes.set(name, tracePush(push, tracing));
      for (const { name, canAsk = true } of surfaces) if (!canAsk) silent.add(name);
      const lifecycle = { store, clock, newId, tenant: policy.intake.tenant };
      await tellLifecycle({ state: "starting" }, lifecycle);
      await store.commit("recover", async (tx) => {
        await notePrices(tx, { models: modelsOf(agents), since: clock.now() });
        if (!store.isExclusive) return;
        await tx.places.voidLeases();
        await settleStale(tx, Number.MAX_SAFE_INTEGER);
      });
      await tellLifecycle({ state: "running" }, lifecycle);
      const { understanding } = parts;
      const attachments = understanding && {
        understanding,
        files: (surface: string) => served.get(surface)?.files,
      };
      const show: WorkerParts["show"] = (place, shown) => {
        const push = pushes.get(place.surface);
        if (push) void showTurn(push, place, { events, store, log, ...shown });
      };
      const { transcripts: folder } = parts;
      const inOrder = createInOrder();
      const keepCopy: WorkerParts["keepCopy"] = async (id) => {
        if (folder) await inOrder(() => appendTranscript(id, { store, folder, log }));
      };
      const begin: WorkerParts["begin"] = async (turn) => {
        await parts
          .beginTurn?.(turn)
          .catch((error: unknown) =>
            log.warn("beginning of a turn could not be noted", { turn: turn.id, error }),
          );
      };
      parts.onStep?.("channels");
      const listening = surfaces.map((surface) =>
        superviseListening(surface, { inbox, log, signal }),
      );
      parts.onStep?.("workers");
      const stopping = async () => {
        if (!signal.aborted) await once(signal, "abort");
        await tellLifecycle({ state: "stopping" }, lifecycle);
      };
      await Promise.all([
        stopping(),
        ...listening,
        runWorker(
          {
            turns,
            attachments,
            agentOf,
            running,
            bell,
            outbox,
            log,
            tracing,
            owner: newId(),
            show,
            begin,
            keepCopy,
          },
          signal,
        ),
        runRecaps(
          {
            store,
            utilityOf: (agent) => agents.get(agent).utility,
            clock,
            timeZone: policy.turns.timeZone,
            limits: policy.spending,
            newId,
            log,
            bell: ended,
            keep,
          },
          signal,
        ),
        policy.learning &&
          runLearning(
            {
              store,
              utility: parts.utility,
              clock,
              timeZone: policy.turns.timeZone,
              limits: policy.spending,
              newId,
              log,
              bell: learning,
              settings: policy.learning,
            },
            signal,
          ),
        keepApprovals(
          { store, events, clock, newId, log, bell: questions, outbox, isPush },
          signal,
        ),
        runDelivery({ store, clock, log, bell: outbox, push: (name) => pushes.get(name) }, signal),
        deliverEvents({ retries: WEBHOOK_RETRIES, ...parts.webhooks, store, clock, log }, signal),
      ]);
      await tellLifecycle({ state: "stopped" }, lifecycle);
    },
  };
}

/** An acknowledgement teaches nothing; without a model to ask no turn has to wait. */
function learnsFrom({ utility, policy }: CoreParts): TurnSettings["isToLearnFrom"] {
  if (!utility || !policy.learning?.facts.enabled) return undefined;
  return (said) => said.some((text) => !isTrivial(text));
}

/** A search that breaks costs a turn what it would have been told, and nothing else. */
function orNothing(recall: Recall, log: Log): Recall {
  return (query) =>
    recall(query).catch((error: unknown) => {
      query.signal.throwIfAborted();
      log.error("memory could not be searched for a message", { error });
      return [];
    });
}

/** What may be offered to the asker, and what the session and this turn were told of it so far. */
function toldIn(
  { role, place, steps }: OpenTurn,
  {
    toolbox,
    rules,
    gathered,
    overrides,
  }: Pick<AgentParts, "toolbox" | "rules"> & {
    readonly gathered: Gathered;
    readonly overrides?: Gathered["overrides"];
  },
) {
  const extras = steps.flatMap((step) => step.extras ?? []);
  return {
    offer: toolbox.offer({ role, kind: place.kind, rules, overrides }),
    deferred: gathered.deferred,
    told: new Set([...gathered.delivered, ...extras.flatMap(({ tools }) => tools)]),
    found: new Set([...gathered.found, ...extras.flatMap(({ found = [] }) => found)]),
  };
}

/** What people wrote for an agent to be. */
async function filesFor(
  { readSoul }: AgentProfile,
  parts: Pick<CoreParts, "promptFiles">,
): Promise<PromptFiles> {
  const files = await parts.promptFiles();
  return readSoul ? { ...files, soul: await readSoul() } : files;
}

const DEFAULT_HISTORY = 100;

/** Where nobody keeps what sessions came to. */
async function keepNothing(): Promise<void> {}
