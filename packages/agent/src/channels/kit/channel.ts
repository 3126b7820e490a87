import type { Inbox } from "../../core/inbox.ts";
import type { ChannelServices } from "../../core/channel-services.ts";
import type { Outbound } from "../../core/outbound.ts";
import type { ChannelFiles } from "../../core/attachments.ts";
import type { WebhookRoute } from "./webhook-route.ts";

/** A way to reach the agent. */
export interface Channel {
  readonly name: string;
  /** Receives until `signal` aborts. Rejects on failure; it is then called again. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  /**
   * Fetches the file of a message's `FileRef`; rejects with `invalid` if it is larger than
   * `maxBytes`.
   */
  readonly files?: ChannelFiles;
  /** Services for tools that need the connection. */
  readonly services?: ChannelServices;
  /** Whether its push can speak a text part, as `ReplyPart`'s `spoken` requests. */
  readonly canSpeak?: true;
  /** Route that the platform calls; the gateway serves it at `/hooks/<name>`. */
  readonly route?: WebhookRoute;
  /** Whether people there write one thought in several messages. */
  readonly hasBursts?: true;
  /** Whether unknown people get a pairing code there. */
  readonly isPairing?: boolean;
  /** Delivery of replies. A pull channel has none: its clients read stored events. */
  readonly push?: Outbound;
  /** The most buttons of a plugin that its push shows below a message. Default: none. */
  readonly maxButtons?: number;
  /** Payments by invoices that its push sends. Default: none. */
  readonly payments?: {
    /** Pays a payment back to the account that made it. One that was paid back stays so. */
    refund(payment: { readonly account: string; readonly charge: string }): Promise<void>;
  };
  /** False for channels without anyone to answer an approval, such as an API. Default: true. */
  readonly canAsk?: boolean;
  /** Name of the agent on this channel, without an @, once known. Commands may contain it. */
  readonly username?: string | undefined;
}

/** Returns the names of the push channels. */
export function pushChannelsOf(channels: readonly Channel[]): readonly string[] {
  return channels.flatMap(({ name, push }) => (push ? [name] : []));
}
