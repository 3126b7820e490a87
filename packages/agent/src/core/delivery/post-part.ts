import { Fault } from "@reeve/sdk";
import type { CallId, ChatId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { postForCall, type PostForCallDeps } from "./post-for-call.ts";

/** A part that only some channels show. */
export interface PartPost {
  readonly chat: ChatId;
  readonly call: CallId;
  readonly part: Extract<ReplyPart, { type: "buttons" | "invoice" }>;
}

/** A payment as its channel knows it: who paid, and the channel's id of the payment. */
export interface PaidCharge {
  readonly account: string;
  readonly charge: string;
}

/** Channel with the parts that it shows. */
interface ShowingChannel {
  readonly maxButtons?: number;
  readonly payments?: { refund(payment: PaidCharge): Promise<void> };
}

export interface PostPartDeps extends PostForCallDeps {
  readonly served: { readonly get: (channel: string) => ShowingChannel | undefined };
}

/** Posts the part; see `Core.postPart`. */
export async function postPart({ chat, call, part }: PartPost, deps: PostPartDeps): Promise<void> {
  const channel = (await deps.store.read.chats.byId(chat))?.channel ?? "";
  const { maxButtons = 0, payments } = deps.served.get(channel) ?? {};
  if (part.type === "invoice" && !payments) throw noPayments(channel);
  if (part.type === "buttons") assertShown(part.rows.flat().length, { channel, maxButtons });
  await postForCall({ chat, call, reply: [part] }, deps);
}

function assertShown(
  count: number,
  { channel, maxButtons }: { readonly channel: string; readonly maxButtons: number },
): void {
  if (maxButtons === 0)
    throw new Fault("conflict", `The channel ${channel} shows no buttons.`, {
      hint: "Send text there, and take answers with a tool.",
    });
  if (count > maxButtons)
    throw new Fault("conflict", `The channel ${channel} shows at most ${maxButtons} buttons.`, {
      hint: `The message has ${count}. Use fewer.`,
    });
}

/** Pays a payment back, on the channel on which it was made. */
export async function refund(
  channel: (ShowingChannel & { readonly name: string }) | undefined,
  payment: PaidCharge,
): Promise<void> {
  if (!channel?.payments) throw noPayments(channel?.name ?? "");
  await channel.payments.refund(payment);
}

function noPayments(channel: string): Fault {
  return new Fault("conflict", `The channel ${channel} takes no payments.`, {
    hint: "Send invoices to chats on Telegram.",
  });
}
