import type { Address } from "../../kernel/envelope.ts";
import type { IntakeDeps } from "./deps.ts";

/** Lets what waits for somebody leave, who can be written to again, also in topics of their chat. Elsewhere, nothing happens. */
export async function retryWaiting(
  { channel, externalId }: Pick<Address, "channel" | "externalId">,
  { store, clock, outboxWakeup }: Pick<IntakeDeps, "store" | "clock" | "outboxWakeup">,
): Promise<void> {
  const { chats: known } = store.read;
  const topics = await known.topicsOf(channel, externalId);
  const chats = [...(await known.byAddress(channel, externalId)), ...topics];
  if (chats.length === 0) return;
  await store.commit("accept", async (tx) => {
    for (const { id } of chats) await tx.outbox.retryNow(id, clock.now());
  });
  outboxWakeup?.notify();
}
