import type { Control } from "../../core/control.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { FormatForWhatsApp, WhatsAppClient } from "./api.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Log } from "../../platform/log.ts";
import type { Secret } from "../../platform/secret.ts";
import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import type { ChannelState } from "../kit/channel-state.ts";
import { WHATSAPP, type WhatsAppConfig } from "./config.ts";
import { createIncoming } from "./incoming/incoming.ts";
import { createPush } from "./outgoing/push.ts";
import { createSentMessages } from "./outgoing/sent-messages.ts";
import { createServiceWindow } from "./service-window.ts";

export interface WhatsAppDeps {
  readonly client: WhatsAppClient;
  readonly phoneNumberId: string;
  readonly appSecret: Secret;
  readonly verifyToken: Secret;
  readonly config: Pick<WhatsAppConfig, "template" | "language" | "pairing">;
  readonly memory: ChannelState;
  readonly control: Pick<Control, "receive">;
  /** Resolves the sender of a button press; creates people who are new. */
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Returns a stored message of a chat by its id. */
  readonly findSaid: (externalId: string, message: string) => Promise<Envelope["quote"]>;
  /** Returns the language that the person of a chat has chosen, as BCP 47. */
  readonly languageIn: (externalId: string) => Promise<string | undefined>;
  readonly format: FormatForWhatsApp;
  /** Splits a text into pieces of at most `limit` characters, at natural breaks. */
  readonly split: (text: string, limit: number) => readonly string[];
  readonly linkTo?: ChannelHost["linkTo"];
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/**
 * WhatsApp Cloud API as a channel, for direct chats. It only translates: Meta's webhooks become
 * envelopes and decisions, stored reply parts become messages. Meta calls `/hooks/whatsapp`, which
 * accepts calls while the channel listens.
 */
export function createWhatsApp(deps: WhatsAppDeps): Channel {
  const { client, memory, clock, config } = deps;
  const window = createServiceWindow(memory, clock);
  const sent = createSentMessages(deps);
  const incoming = createIncoming({ ...deps, channel: WHATSAPP, window, sent });
  return {
    name: WHATSAPP,
    listen: (inbox: Inbox, signal) => incoming.listen(inbox, signal),
    hasBursts: true,
    isPairing: config.pairing === "on",
    route: incoming.route,
    push: createPush({ ...deps, window, sent }),
    files: { fetch: (ref, options) => client.download(ref, options) },
  };
}
