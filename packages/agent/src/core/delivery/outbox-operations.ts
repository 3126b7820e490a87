import { outbox } from "@reeve/operations/work/outbox";
import { Fault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Kernel } from "../../store/kernel.ts";
import { dropDeadLetter, listDeadLetters, retryDeadLetter } from "./dead-letters.ts";

export interface OutboxDeps extends Kernel {
  /** Rung when something is tried again. */
  readonly wakeup: Pick<Wakeup, "notify">;
}

/** Work that was given up: a person lists it, has it tried again, or drops it. */
export function outboxOperations({ store, clock, newId, wakeup }: OutboxDeps): Implementation {
  const list = async (tenant: string, kind: string | undefined) =>
    (await listDeadLetters(store.read, tenant)).filter((one) => !kind || one.kind === kind);
  const find = async (tenant: string, id: string) => {
    if ((await list(tenant, undefined)).some((one) => one.id === id)) return id;
    throw new Fault("missing", `Undelivered item not found: ${id}`, {
      hint: "List undelivered items: reeve outbox",
    });
  };
  const retry = async (ids: readonly string[]) => {
    const now = clock.now();
    const retried = await store.commit("retry", async (tx) => {
      let count = 0;
      for (const id of ids) if (await retryDeadLetter(tx, id, now)) count += 1;
      return count;
    });
    wakeup.notify();
    return retried;
  };
  return implement(
    outbox,
    {
      list: async ({ kind, ...page }, { person: { tenant } }) =>
        cutPage(await list(tenant, kind), page, ({ id }) => id),
      async retry({ id }, { person: { tenant } }) {
        await retry([await find(tenant, id)]);
      },
      async retryAll({ kind }, { person: { tenant } }) {
        const letters = await list(tenant, kind);
        return { retried: await retry(letters.map(({ id }) => id)) };
      },
      async drop({ id }, { person: { tenant } }) {
        const found = await find(tenant, id);
        await store.commit("retry", (tx) => dropDeadLetter(tx, found));
      },
    },
    newId,
  );
}
