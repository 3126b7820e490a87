import type { Message, PreCheckoutQuery } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { texts } from "../../../platform/texts.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";
import { nameOf } from "./message/describe-media.ts";

export interface PaymentDeps {
  readonly channel: string;
  readonly client: TelegramClient;
  readonly inbox: Pick<Inbox, "mayPay" | "pay">;
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
}

/** Currency of Telegram Stars. */
const STARS = "XTR";

/**
 * Says whether an invoice can be paid. Telegram waits ten seconds for it, and takes no money without it: a query
 * that is repeated after that is over.
 */
export async function answerCheckout(
  { id, currency, total_amount: amount, invoice_payload: invoice, from }: PreCheckoutQuery,
  { client, inbox }: PaymentDeps,
): Promise<void> {
  const isDue = currency === STARS && (await inbox.mayPay({ invoice, stars: BigInt(amount) }));
  const { buttonExpired } = texts(from.language_code).approvals.answers;
  await client
    .call((api) =>
      isDue
        ? api.answerPreCheckoutQuery(id, true)
        : api.answerPreCheckoutQuery(id, false, { error_message: buttonExpired }),
    )
    .catch((error: unknown) => {
      if (refusalOf(error) !== "query-too-old") throw error;
    });
}

/** Stores a payment for its plugin; resolves once it is stored. */
export async function takePayment(
  { from }: Pick<Message, "from">,
  paid: NonNullable<Message["successful_payment"]>,
  { channel, inbox, resolveSender }: PaymentDeps,
): Promise<void> {
  if (!from) throw new Error("a payment names nobody who paid");
  const { username } = from;
  const sender = {
    id: String(from.id),
    name: nameOf(from),
    ...(username !== undefined && { username }),
  };
  await inbox.pay({
    channel,
    charge: paid.telegram_payment_charge_id,
    account: sender.id,
    invoice: paid.invoice_payload,
    stars: BigInt(paid.total_amount),
    by: await resolveSender(sender),
  });
}
