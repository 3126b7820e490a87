import { formatDecimal } from "../../../kernel/text/decimal.ts";
import type { Repositories } from "../../../store/store.ts";
import type { UsageEntry } from "../../../store/billing/usage.ts";
import type { DomainEvent } from "../../../domains/events.ts";
import { publish } from "../../events/publish.ts";

/** Counts what a request to a model used, and tells subscribers of it. */
export async function recordUsage(tx: Repositories, entry: UsageEntry): Promise<void> {
  await tx.usage.add(entry);
  await publish(tx, async () => {
    const chat = await tx.chats.byId(entry.chat);
    if (!chat) return [];
    const { turn, at, costNano, chat: _, day: _day, ...tokens } = entry;
    const nth = (await tx.usage.ofTurn(turn)).length;
    const costUsd = costNano === null ? null : formatDecimal(costNano, 9);
    const event: DomainEvent = {
      type: "usage.recorded",
      id: `usage_${turn}_${nth}_${at.toString(36)}`,
      tenant: chat.tenant,
      chat,
      about: null,
      at,
      data: { turn, ...tokens, costUsd },
    };
    return [event];
  });
}
