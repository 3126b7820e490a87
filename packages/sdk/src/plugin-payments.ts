import type { PluginChat } from "./plugin.ts";

/** Invoice in Telegram Stars. */
export interface PluginInvoice {
  /** At most 32 characters. */
  readonly title: string;
  /** At most 255 characters. */
  readonly description: string;
  /** From 1 to 100,000. */
  readonly stars: bigint;
  /** Text for the plugin that comes back with the payment, at most 500 characters. */
  readonly payload: string;
  /** Name of the invoice in its chat: a repeated key sends nothing more. */
  readonly key: string;
}

/** Paid invoice. */
export interface PluginPayment {
  /** Stays the same if the payment is handled again after a crash. `messages.refund` takes it. */
  readonly id: string;
  readonly stars: bigint;
  /** Payload and key of the invoice. */
  readonly payload: string;
  readonly key: string;
  /** Chat of the invoice, as the person who paid. */
  readonly chat: PluginChat;
  /** Id of the person who paid. */
  readonly person: string;
}
