import type { Inbox } from "../core/inbox.ts";
import type { Outbound } from "../core/outbound.ts";
import type { ChannelFiles } from "../core/attachments.ts";
import type { WebhookRoute } from "./webhook-route.ts";

/** Where people and programs talk to the agent. */
export interface Channel {
  readonly name: string;
  /** Receives until `signal` aborts. Rejects when it no longer can; it is then called again. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  /**
   * Fetches the file of a message's `FileRef`; rejects with `invalid` if it is larger
   * than `maxBytes`.
   */
  readonly files?: ChannelFiles;
  /** Its push can say a text part aloud, as `ReplyPart`'s `spoken` asks. */
  readonly canSpeak?: true;
  /** Where its platform calls it; the gateway serves it at `/hooks/<name>`. */
  readonly route?: WebhookRoute;
  /** Whether people unknown to the agent are shown a code there by which they are let in. */
  readonly isPairing?: boolean;
  /** Delivery of replies. A pull channel has none: its clients read stored events. */
  readonly push?: Outbound;
  /**
   * False for channels without anyone to answer an approval, such as an API. Default:
   * true.
   */
  readonly canAsk?: boolean;
  /**
   * Name of the agent on this channel, without an @, once known. Commands may contain
   * it.
   */
  readonly username?: string | undefined;
}

/** The names of those to which replies are sent, and not read. */
export function pushChannelsOf(channels: readonly Channel[]): readonly string[] {
  return channels.flatMap(({ name, push }) => (push ? [name] : []));
}
