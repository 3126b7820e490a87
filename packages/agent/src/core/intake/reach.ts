import type { Address } from "../../kernel/envelope.ts";
import type { IntakeParts } from "./parts.ts";

/** Lets what waits for somebody leave, who can be written to again, also in topics of their chat. Elsewhere, nothing happens. */
export async function reach(
  { channel, chat }: Pick<Address, "channel" | "chat">,
  { store, clock, outbox }: Pick<IntakeParts, "store" | "clock" | "outbox">,
): Promise<void> {
  const { places: known } = store.read;
  const topics = await known.topicsOf(channel, chat);
  const places = [...(await known.byAddress(channel, chat)), ...topics];
  if (places.length === 0) return;
  await store.commit("accept", async (tx) => {
    for (const { id } of places) await tx.outbox.hasten(id, clock.now());
  });
  outbox?.ring();
}
