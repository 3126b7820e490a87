import { needsOwner, type OutageCause } from "../kernel/outage.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import { outageCause } from "../llm/model-error.ts";
import type { ModelFailure } from "../llm/model.ts";
import type { StoredOutage } from "../store/turns/model-outages.ts";
import type { ModelWait } from "../store/turns/model-waits.ts";
import type { Repositories } from "../store/store.ts";
import type { EventData } from "../domains/events.ts";
import type { CoreKernel } from "./core-state.ts";
import { publish } from "./events/publish.ts";
import { notifyOwner } from "./delivery/notify-owner.ts";

/** A model that did not answer its last request. */
export interface ModelOutage {
  /** `provider/model`. */
  readonly model: string;
  readonly cause: OutageCause;
  /** The provider's own words. */
  readonly reason: string;
  /** First failed request, in Unix milliseconds. */
  readonly since: number;
  /** Fallback model that answers in its place; undefined if messages wait. */
  readonly answeredBy: string | undefined;
}

/** Result of a request to a model, or to a chain of models. */
export interface RequestOutcome {
  /** Models that are down. */
  readonly failures: readonly ModelFailure[];
  /** The model that answered; undefined if none did. */
  readonly answeredBy: string | undefined;
}

/** Models that are down, as far as this process knows. */
export interface ModelHealth {
  /**
   * Records the outcome of a request. Subscribers are told once that a model is down, and once that
   * it is back; the owner is told once per outage what to repair. If a model is back, the turns that
   * wait continue at once.
   */
  record(outcome: RequestOutcome): Promise<void>;
  /** Another model takes the place of this one: the turns that wait for it ask that one at once. */
  replaced(model: string): Promise<void>;
  /** Takes over what an earlier process knew. */
  load(outages: readonly StoredOutage[], waits: readonly ModelWait[]): void;
  list(): readonly ModelOutage[];
}

export interface ModelHealthDeps extends CoreKernel {
  /** Rings when chats become due. */
  readonly queue: Pick<Wakeup, "notify">;
  readonly tenant: string;
}

/** The longest quote of a provider. */
const MAX_REASON = 300;

interface KnownOutage extends ModelOutage {
  /** Whether subscribers and, if it takes them, the owner were told. */
  readonly isTold: boolean;
  /** Not if only an earlier process saw it: the model may be back. */
  readonly isCurrent: boolean;
}

export function createModelHealth(deps: ModelHealthDeps): ModelHealth {
  const { clock, log } = deps;
  const outages = new Map<string, KnownOutage>();

  const down = async ({ model, ...error }: ModelFailure, answeredBy: string | undefined) => {
    const known = outages.get(model);
    const cause = outageCause(error);
    const reason = error.message.slice(0, MAX_REASON);
    const since = known?.since ?? clock.now();
    const outage = { model, cause, reason, since, answeredBy };
    const isTold = known?.isTold === true && (known.cause === cause || !needsOwner(cause));
    if (!known?.isCurrent) log.warn("model is down", { model, cause, reason });
    outages.set(model, { ...outage, isTold, isCurrent: true });
    if (isTold) return;
    const isToldNow = await storeOutage(outage, deps);
    outages.set(model, { ...outage, isTold: isToldNow, isCurrent: true });
  };

  return {
    async record({ failures, answeredBy }) {
      for (const failure of failures) await down(failure, answeredBy);
      if (answeredBy === undefined || !outages.delete(answeredBy)) return;
      log.info("model is up", { model: answeredBy });
      await endOutage(answeredBy, deps, { isUp: true });
    },
    async replaced(model) {
      if (outages.delete(model)) await endOutage(model, deps, { isUp: false });
    },
    load(stored, waits) {
      for (const { told: _told, ...outage } of stored)
        outages.set(outage.model, {
          ...outage,
          answeredBy: undefined,
          isTold: false,
          isCurrent: waits.some(({ model }) => model === outage.model),
        });
    },
    list: () =>
      [...outages.values()].flatMap(({ isTold: _isTold, isCurrent, ...outage }) =>
        isCurrent ? [outage] : [],
      ),
  };
}

/** Stores an outage, and tells of it who was not told yet; false if the owner is still to be told. */
async function storeOutage(outage: ModelOutage, deps: ModelHealthDeps): Promise<boolean> {
  const { store, clock, events, outboxWakeup, tenant } = deps;
  const { model, cause, reason, answeredBy } = outage;
  const at = clock.now();
  const notified = await store.commit("model-down", async (tx) => {
    const before = await tx.modelOutages.of(model);
    const data = { model, cause, reason, answeredBy: answeredBy ?? null };
    if (!before) await publishHealth(tx, { type: "model.down", data }, deps);
    const since = before?.since ?? outage.since;
    const isDue = needsOwner(cause) && !before?.told;
    const owner = isDue ? await notifyOwner(tx, { ...outage, since, at, tenant }, deps) : undefined;
    const told = owner ? { chat: owner.chat.id, at } : (before?.told ?? null);
    await tx.modelOutages.set({ model, cause, reason, since, told });
    return { owner, isTold: told !== null || !needsOwner(cause) };
  });
  if (notified.owner) {
    events.publish(notified.owner.chat, notified.owner.facts);
    outboxWakeup.notify();
  }
  return notified.isTold;
}

/** Makes waiting turns due. If it cannot be stored, they are due by themselves a little later. */
async function endOutage(
  model: string,
  deps: ModelHealthDeps,
  { isUp }: { readonly isUp: boolean },
): Promise<void> {
  const { store, log, queue } = deps;
  try {
    await store.commit("model-up", async (tx) => {
      const isStored = await tx.modelOutages.remove(model);
      if (isUp && isStored) await publishHealth(tx, { type: "model.up", data: { model } }, deps);
      await tx.modelWaits.wake();
    });
    queue.notify();
  } catch (error) {
    log.error("failed to continue waiting turns", { model, error });
  }
}

type HealthEvent =
  | { readonly type: "model.down"; readonly data: EventData<"model.down"> }
  | { readonly type: "model.up"; readonly data: EventData<"model.up"> };

async function publishHealth(
  tx: Repositories,
  event: HealthEvent,
  { clock, newId, tenant }: ModelHealthDeps,
): Promise<void> {
  const id = `model_${newId()}`;
  const at = clock.now();
  await publish(tx, async () => [{ ...event, id, tenant, chat: null, about: null, at }]);
}
