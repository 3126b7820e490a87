import type { OutageCause } from "../kernel/outage.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import { outageCause } from "../llm/model-error.ts";
import type { ModelError } from "../llm/model.ts";
import type { Log } from "../platform/log.ts";
import type { ModelWait } from "../store/turns/model-waits.ts";
import type { Kernel } from "../store/kernel.ts";
import type { Repositories } from "../store/store.ts";
import { publish } from "./events/publish.ts";

/** A model that did not answer its last request. */
export interface ModelOutage {
  /** `provider/model`. */
  readonly model: string;
  readonly cause: OutageCause;
  /** The provider's own words. */
  readonly reason: string;
  /** First failed request, in Unix milliseconds. */
  readonly since: number;
}

/** Models that are down, as far as this process knows. */
export interface ModelHealth {
  /** Records a failed request. */
  down(model: string, error: ModelError): void;
  /** Records an answer: the turns that wait for the model continue at once. */
  up(model: string): void;
  /** Another model takes the place of this one: the turns that wait for it ask that one at once. */
  replaced(model: string): void;
  /** Takes over what an earlier process knew. */
  load(waits: readonly ModelWait[]): void;
  list(): readonly ModelOutage[];
}

export interface ModelHealthDeps extends Kernel {
  readonly log: Log;
  /** Rings when chats become due. */
  readonly queue: Pick<Wakeup, "notify">;
  readonly tenant: string;
}

export function createModelHealth(deps: ModelHealthDeps): ModelHealth {
  const { clock, log, newId, tenant } = deps;
  const outages = new Map<string, ModelOutage>();
  return {
    down(model, error) {
      const cause = outageCause(error);
      const { message: reason } = error;
      const since = outages.get(model)?.since ?? clock.now();
      if (!outages.has(model)) log.warn("model is down", { model, cause, reason });
      outages.set(model, { model, cause, reason, since });
    },
    up(model) {
      if (!outages.delete(model)) return;
      log.info("model is up", { model });
      void continueWaits(model, deps, async (tx) => {
        const id = `model_${newId()}`;
        const at = clock.now();
        await publish(tx, async () => [
          { type: "model.up", id, tenant, chat: null, about: null, at, data: { model } },
        ]);
      });
    },
    replaced(model) {
      if (outages.delete(model)) void continueWaits(model, deps);
    },
    load(waits) {
      for (const { model, cause, reason, since } of waits)
        if (!outages.has(model)) outages.set(model, { model, cause, reason, since });
    },
    list: () => [...outages.values()],
  };
}

/** Makes waiting turns due. If it cannot be stored, they are due by themselves a little later. */
async function continueWaits(
  model: string,
  { store, log, queue }: ModelHealthDeps,
  also: (tx: Repositories) => Promise<void> = async () => {},
): Promise<void> {
  try {
    await store.commit("model-up", async (tx) => {
      await tx.modelWaits.wake(model);
      await also(tx);
    });
    queue.notify();
  } catch (error) {
    log.error("failed to continue waiting turns", { model, error });
  }
}
