import type { Kernel } from "../../store/kernel.ts";
import { once } from "node:events";
import { approvalWork } from "../approvals/questions/approval-work.ts";
import type { CoreDeps } from "../core-deps.ts";
import type { CoreState } from "../core-state.ts";
import type { Inbox } from "../inbox.ts";
import { replyWork } from "../delivery/reply-work.ts";
import { factWork } from "../learning/fact-work.ts";
import type { ServedChannel } from "./channel-registry.ts";
import { superviseListening } from "./supervise.ts";
import { settleStaleReservations } from "../turns/budget/background-budget.ts";
import { modelsOf, recordPrices } from "../turns/budget/record-prices.ts";
import type { TurnDeps } from "../turns/deps.ts";
import { summaryWork, type SessionSummary } from "../turns/sessions/summary-work.ts";
import type { TurnWork } from "../turns/worker.ts";
import type { Schedule } from "../schedule.ts";
import type { ScheduleDeps } from "../schedule/deps.ts";
import { jobWork } from "../schedule/job-work.ts";
import { webhookWork } from "../webhooks/webhook-work.ts";
import { runWork, type WorkItem, type WorkKind } from "../../work/run-work.ts";
import type { EventData } from "../../domains/events.ts";
import { publish } from "../events/publish.ts";

/** Deps of serving channels. */
export interface RunChannelsDeps {
  readonly deps: CoreDeps;
  readonly state: CoreState;
  readonly inbox: Inbox;
  readonly schedule: Schedule;
  readonly scheduling: ScheduleDeps;
  readonly questionIn: TurnDeps["questionIn"];
  readonly turnWork: TurnWork;
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
  const { deps, state, inbox, schedule, scheduling, questionIn, saveDailySummary } = serving;
  const { policy } = deps;
  const { kernel, agents, wakeups, served, quarantine } = state;
  const { endedWakeup, learning, outboxWakeup, questions } = wakeups;
  const lifecycle = { ...kernel, tenant: policy.intake.tenant };
  const told = {
    timeZone: policy.turns.timeZone,
    limits: policy.spending,
    agentNanoPerDay: (agent: string) => agents.get(agent).budgets.costNanoPerDay,
  };

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
    work(serving.turnWork),
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
        hooks: deps.hooks,
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
