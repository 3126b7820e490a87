import { createBell } from "../kernel/bell.ts";
import type { Clock } from "../kernel/clock.ts";
import type { NewId } from "../kernel/ids.ts";
import type { Model } from "../llm/model.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import { type ToolSearchConfig, toolSearchConfig } from "../tools/config.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { createToolOffer } from "./agent/offer-tools.ts";
import type { AgentLimits, AgentParts } from "./agent/parts.ts";
import { decide } from "./approvals/decide.ts";
import { policiesSection } from "./approvals/policies-section.ts";
import { approvalsSection } from "./approvals/section.ts";
import { saidIn } from "./context/said-in.ts";
import { gather } from "./context/gather.ts";
import type { PromptFiles } from "./context/system-prompt.ts";
import { type ContextConfig, contextConfig } from "./config.ts";
import { type Control, type ControlSection, createControl } from "./control.ts";
import { createEvents, type Events } from "./events.ts";
import type { Inbox } from "./inbox.ts";
import { accept, type IntakePolicy } from "./intake/accept.ts";
import type { OpenTurn } from "./open-turn.ts";
import { runDelivery } from "./outcomes/deliver.ts";
import type { Push } from "./push.ts";
import { createRunningTurns } from "./running-turns.ts";
import { superviseListening } from "./supervise.ts";
import { appendTranscript } from "./turns/append-transcript.ts";
import { createJournal } from "./turns/journal.ts";
import type { TurnParts, TurnSettings } from "./turns/parts.ts";
import { type Recap, runRecaps } from "./turns/recap.ts";
import { placesSection, sessionsSection, turnsSection } from "./turns/sections.ts";
import { showTurn } from "./turns/show-turn.ts";
import { runWorker, type WorkerParts } from "./turns/worker.ts";

export type { IntakePolicy } from "./intake/accept.ts";

export interface CoreParts {
  readonly store: Store;
  readonly model: Model;
  /** Sums up conversations that grew too long; without one they are cut by rules. */
  readonly utility?: Model | undefined;
  readonly toolbox: Toolbox;
  readonly log: Log;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly policy: CorePolicy;
  /** Keeps what an ended session came to; may be called twice for one when the process dies. */
  readonly keepRecap?: ((recap: Recap) => Promise<void>) | undefined;
  /** The folder in which a copy of each session is kept as JSON lines; without one, none is. */
  readonly transcripts?: string | undefined;
  /** What people wrote for the agent to be; read when a turn begins. */
  promptFiles(): Promise<PromptFiles>;
  /** Sections of other parts of the agent. */
  readonly sections: readonly ControlSection[];
}

export interface CorePolicy {
  readonly intake: IntakePolicy;
  readonly turns: TurnSettings;
  readonly limits: AgentLimits;
  readonly toolSearch?: ToolSearchConfig | undefined;
  /** Defaults for what is left out. */
  readonly context?: ContextConfig | undefined;
  readonly ownerName: string;
}

/** What `serve` needs to know of a surface. */
export interface ServedSurface {
  readonly name: string;
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  readonly push?: Push;
}

export interface Core {
  readonly inbox: Inbox;
  readonly events: Events;
  readonly control: Control;
  /**
   * Listens on the surfaces, runs turns and delivers replies until `signal`
   * aborts. Call it once. Where the store is exclusive its earlier owners are
   * dead: their leases are void from here on.
   */
  serve(surfaces: readonly ServedSurface[], signal: AbortSignal): Promise<void>;
}

export function createCore(parts: CoreParts): Core {
  const { store, model, toolbox, log, clock, newId, policy } = parts;
  const events = createEvents(store);
  const running = createRunningTurns();
  const bell = createBell();
  const outbox = createBell();
  const ended = createBell();
  const pushes = new Map<string, Push>();

  const intake = { store, events, running, clock, newId, bell, policy: policy.intake };
  const decisions = { store, events, toolbox, clock, newId, bell };
  const inbox: Inbox = {
    deliver: (envelope) => accept(envelope, intake),
    decide: (decision) => decide(decision, decisions),
  };

  const turns: TurnParts = {
    store,
    events,
    toolbox,
    clock,
    newId,
    settings: policy.turns,
    ended,
    isPush: (surface) => pushes.has(surface),
  };
  const tools = createToolOffer(policy.toolSearch ?? toolSearchConfig.parse({}), {
    model,
    search: toolbox.search,
    log,
  });
  const sectionParts = { store, clock, newId, running, ended };
  const control = createControl([
    ...parts.sections,
    turnsSection(sectionParts),
    sessionsSection(sectionParts),
    placesSection(sectionParts),
    approvalsSection(store, inbox),
    policiesSection(store),
  ]);

  const agent: AgentParts = {
    model,
    toolbox,
    newId,
    log,
    journal: createJournal(turns, running),
    limits: policy.limits,
    context: policy.context ?? contextConfig.parse({}),
    utility: parts.utility,
    gather: (turn) => gather(turn, { ...parts, ownerName: policy.ownerName, frozen: tools.frozen }),
    enrich: (turn, input, { delivered }) =>
      tools.extras(saidIn(input), toldIn(turn, { toolbox, delivered })),
    array: (turn, gathered) =>
      tools.array(gathered.tools, toldIn(turn, { toolbox, delivered: gathered.delivered })),
    policies: ({ place }) => store.read.policies.ofPlace(place.id),
    grants: ({ place }) => store.read.approvals.grants(place.id, clock.now()),
    tell: (place, delta) => events.publish(place, [delta]),
  };

  return {
    inbox,
    events,
    control,
    async serve(surfaces, signal) {
      for (const { name, push } of surfaces) if (push) pushes.set(name, push);
      if (store.isExclusive) await store.commit("recover", (tx) => tx.places.voidLeases());
      const show: WorkerParts["show"] = ({ place }, shown) => {
        const push = pushes.get(place.surface);
        if (push) void showTurn(push, place, { events, log, signal: shown });
      };
      const { transcripts: folder, keepRecap: keep = keepNothing } = parts;
      const keepCopy: WorkerParts["keepCopy"] = async ({ id }) => {
        if (folder) await appendTranscript(id, { store, folder, log });
      };
      await Promise.all([
        runWorker(
          { turns, agent, running, bell, outbox, log, owner: newId(), show, keepCopy },
          signal,
        ),
        runRecaps({ store, utility: parts.utility, clock, newId, log, bell: ended, keep }, signal),
        runDelivery({ store, clock, log, bell: outbox, push: (name) => pushes.get(name) }, signal),
        ...surfaces.map((surface) => superviseListening(surface, { inbox, log, signal })),
      ]);
    },
  };
}

/** What may be offered to the asker, and what the session and this turn were told of it so far. */
function toldIn(
  { role, place, steps }: OpenTurn,
  { toolbox, delivered }: { toolbox: Toolbox; delivered: ReadonlySet<string> },
) {
  const told = new Set([...delivered, ...steps.flatMap(({ extras }) => extras?.tools ?? [])]);
  return { offer: toolbox.offer({ role, kind: place.kind }), told };
}

/** Where nobody keeps what sessions came to. */
async function keepNothing(): Promise<void> {}
