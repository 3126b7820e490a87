import type { TelegramClient } from "./client.ts";
import { answerOf } from "./telegram-fault.ts";
import { toActionFault } from "./tools/action-fault.ts";

/** Pays Stars back. A payment that was paid back before stays so. */
export async function refundStars(
  { account, charge }: { readonly account: string; readonly charge: string },
  { client }: { readonly client: TelegramClient },
): Promise<void> {
  await client
    .call((api) => api.refundStarPayment(Number(account), charge))
    .catch((error: unknown) => {
      if (!answerOf(error)?.description.includes("CHARGE_ALREADY_REFUNDED"))
        throw toActionFault(error);
    });
}
