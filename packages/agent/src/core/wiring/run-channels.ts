import type { Kernel } from "../../store/kernel.ts";
import { once } from "node:events";
import { createInOrder } from "../../platform/serial-queue.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import type { AgentDeps } from "../agent/deps.ts";
import { approvalWork } from "../approvals/questions/approval-work.ts";
import type { CoreDeps } from "../core-deps.ts";
import type { CoreState } from "../core-state.ts";
import type { Inbox } from "../inbox.ts";
import type { OpenTurn } from "../open-turn.ts";
import { replyWork } from "../delivery/reply-work.ts";
import { factWork } from "../learning/fact-work.ts";
import type { ServedChannel } from "./channel-registry.ts";
import { superviseListening } from "./supervise.ts";
import { settleStaleReservations } from "../turns/budget/background-budget.ts";
import { modelsOf, recordPrices } from "../turns/budget/record-prices.ts";
import type { TurnDeps } from "../turns/deps.ts";
import { summaryWork, type SessionSummary } from "../turns/sessions/summary-work.ts";
import { turnWork, type WorkerDeps } from "../turns/worker.ts";
import type { Schedule } from "../schedule.ts";
import type { ScheduleDeps } from "../schedule/deps.ts";
import { jobWork } from "../schedule/job-work.ts";
import { webhookWork } from "../webhooks/webhook-work.ts";
import { runWork, type WorkItem, type WorkKind } from "../../work/run-work.ts";
import type { EventData } from "../../domains/events.ts";
import { publish } from "../events/publish.ts";
import type { TurnId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import type { Events } from "../events/events.ts";
import type { Outbound } from "../outbound.ts";
import { shownTurn } from "../delivery/shown-turn.ts";
import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { TurnHistory } from "../../store/turns/turns.ts";
import { renderMessages } from "../../llm/render-messages.ts";
import { toUnits } from "../context/history/to-units.ts";

/** Deps of serving channels. */
export interface RunChannelsDeps {
  readonly deps: CoreDeps;
  readonly state: CoreState;
  readonly inbox: Inbox;
  readonly schedule: Schedule;
  readonly scheduling: ScheduleDeps;
  readonly turns: TurnDeps;
  /** Returns the deps of the agent that answers. */
  readonly agentOf: (turn: OpenTurn) => AgentDeps;
  readonly saveDailySummary: (summary: SessionSummary) => Promise<void>;
}

/**
 * Listens on the channels, and runs all loops of a core side by side until `signal` aborts: turns,
 * jobs, summaries, learning, questions, the outbox, webhooks and upkeep. Call it once.
 */
export async function runChannels(
  channels: readonly ServedChannel[],
  serving: RunChannelsDeps,
  signal: AbortSignal,
): Promise<void> {
  const { deps, state, inbox, schedule, scheduling, turns, saveDailySummary } = serving;
  const { policy } = deps;
  const { kernel, agents, wakeups, served, quarantine } = state;
  const { endedWakeup, learning, outboxWakeup, questions } = wakeups;
  const { questionIn } = turns;
  const lifecycle = { ...kernel, tenant: policy.intake.tenant };
  const told = { timeZone: policy.turns.timeZone, limits: policy.spending };

  served.add(channels);
  await publishLifecycle({ state: "starting" }, lifecycle);
  await recover(serving);
  await publishLifecycle({ state: "running" }, lifecycle);

  deps.onStep?.("channels");
  const listening = channels.map((channel) =>
    superviseListening(channel, { inbox, log: kernel.log, signal }),
  );
  deps.onStep?.("workers");
  const stopping = async () => {
    if (!signal.aborted) await once(signal, "abort");
    await publishLifecycle({ state: "stopping" }, lifecycle);
  };
  const work = <Item extends WorkItem>(kind: WorkKind<Item>) =>
    runWork(kind, { ...kernel, ...deps.webhooks, policies: deps.policies, quarantine }, signal);
  await Promise.all([
    stopping(),
    ...listening,
    ...(deps.upkeep ?? []).map((upkeep) => upkeep.run(work, signal)),
    work(turnWork(workerDeps(serving))),
    work(
      replyWork({
        ...kernel,
        wakeup: outboxWakeup,
        push: served.push,
        policies: deps.policies,
      }),
    ),
    work(webhookWork({ ...kernel, ...deps.webhooks })),
    work(jobWork({ ...scheduling, wakeup: schedule.wakeup, inbox })),
    work(approvalWork({ ...kernel, wakeup: questions, questionIn })),
    work(
      summaryWork({
        ...kernel,
        ...told,
        utilityOf: (agent) => agents.get(agent).utility,
        wakeup: endedWakeup,
        saveSummary: saveDailySummary,
      }),
    ),
    policy.learning &&
      work(
        factWork({
          ...kernel,
          ...told,
          utility: deps.utility,
          wakeup: learning,
          settings: policy.learning,
        }),
      ),
  ]);
  quarantine.close();
  await publishLifecycle({ state: "stopped" }, lifecycle);
}

/** Takes over from an earlier process: where the store is ours alone, that one is dead. */
async function recover({
  deps: { store, clock },
  state: { agents, health, quarantine },
  schedule,
}: RunChannelsDeps): Promise<void> {
  await quarantine.start();
  await schedule.start();
  const waits = await store.read.modelWaits.list();
  health.load(await store.read.modelOutages.list(), waits);
  await store.commit("recover", async (tx) => {
    await recordPrices(tx, { models: modelsOf(agents), since: clock.now() });
    // The settings may have changed meanwhile.
    await tx.modelWaits.wake();
    if (!store.isExclusive) return;
    await tx.chats.voidLeases();
    await settleStaleReservations(tx, Number.MAX_SAFE_INTEGER);
  });
}

function workerDeps({ deps, state, turns, agentOf }: RunChannelsDeps): WorkerDeps {
  const { understanding, transcripts, tracing = NO_TRACING } = deps;
  const { kernel, wakeups, running, served } = state;
  const { store, log, newId, events } = kernel;
  const inOrder = createInOrder();
  return {
    turns,
    attachments: understanding && { understanding, files: served.files },
    agentOf,
    running,
    wakeup: wakeups.queue,
    outboxWakeup: wakeups.outboxWakeup,
    log,
    tracing,
    owner: newId(),
    show(chat, shown) {
      const push = served.push(chat.channel);
      if (push) void showTurn(push, chat, { events, store, log, ...shown });
    },
    async start(turn) {
      await deps
        .startTurn?.(turn)
        .catch((error: unknown) =>
          log.warn("failed to record turn start", { turn: turn.id, error }),
        );
    },
    async saveCopy(id) {
      if (!transcripts) return;
      await inOrder(() => appendTranscript(id, { store, folder: transcripts, log }));
    },
  };
}

interface PublishLifecycleDeps extends Kernel {
  readonly tenant: string;
}

/** Tells subscribers that the agent runs or has ended; commits nothing where nobody listens. */
async function publishLifecycle(
  { state }: EventData<"lifecycle.changed">,
  { store, clock, newId, tenant }: PublishLifecycleDeps,
): Promise<void> {
  if (!store.read.deliveries.hasSubscribers) return;
  const at = clock.now();
  const id = `lifecycle_${newId()}`;
  await store.commit("tell-lifecycle", (tx) =>
    publish(tx, async () => [
      { type: "lifecycle.changed", id, tenant, chat: null, about: null, at, data: { state } },
    ]),
  );
}

interface ShowDeps {
  readonly events: Events;
  readonly store: Pick<Store, "read">;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Undefined while files are looked into. */
  readonly turn?: TurnId | undefined;
}

/**
 * Lets a channel show how a turn is going until `signal` aborts. Nothing
 * depends on it, so a channel that cannot show only leaves a line in the log.
 */
async function showTurn(
  push: Outbound,
  chat: Chat,
  { events, store, log, signal, turn }: ShowDeps,
): Promise<void> {
  const show = async () => {
    const since = await events.lastSeq(chat);
    const of = turn && shownTurn(turn, store);
    await push.show(chat, events.subscribe(chat, { since, signal }), of);
  };
  await show().catch((error: unknown) => log.warn("failed to show turn", { chat: chat.id, error }));
}

/**
 * Adds an ended turn to `<session>.jsonl` in `folder`. The file is a copy that
 * nothing reads again: a turn whose process died right after it ended may be
 * missing, and a file that cannot be written only leaves a line in the log.
 */
async function appendTranscript(
  turn: TurnId,
  { store, folder, log }: { store: Store; folder: string; log: Log },
): Promise<void> {
  const write = async () => {
    const row = await store.read.turns.byId(turn);
    const [history] = await store.read.turns.historyOf([turn]);
    if (!row?.endedAt || !history) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${row.session}.jsonl`);
    await appendFile(file, renderTranscript(history), { mode: 0o600 });
  };
  await write().catch((error: unknown) => log.warn("failed to write transcript", { turn, error }));
}

/** A turn as lines of JSON, one a message, for people and programs outside. */
export function renderTranscript({ turn, steps }: TurnHistory): string {
  return renderMessages(toUnits(steps))
    .map((message) => `${JSON.stringify({ turn, ...message })}\n`)
    .join("");
}
