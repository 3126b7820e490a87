import type { Inbox } from "../../core/inbox.ts";
import type { WhatsAppClient } from "./api.ts";
import type { Secret } from "../../platform/secret.ts";
import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { WHATSAPP, type WhatsAppConfig } from "./config.ts";
import { createIncoming } from "./incoming/incoming.ts";
import { MAX_ROWS } from "./outgoing/to-contents.ts";
import { createPush } from "./outgoing/push.ts";
import { createSentMessages } from "./outgoing/sent-messages.ts";
import { createServiceWindow } from "./service-window.ts";

export interface WhatsAppDeps extends Pick<
  ChannelHost,
  | "state"
  | "control"
  | "resolveSender"
  | "findSaid"
  | "languageIn"
  | "linkTo"
  | "readFile"
  | "clock"
  | "pause"
  | "log"
> {
  readonly client: WhatsAppClient;
  readonly phoneNumberId: string;
  readonly appSecret: Secret;
  readonly verifyToken: Secret;
  readonly config: Pick<WhatsAppConfig, "template" | "language" | "pairing">;
}

/**
 * WhatsApp Cloud API as a channel, for direct chats. It only translates: Meta's webhooks become
 * envelopes and decisions, stored reply parts become messages. Meta calls `/hooks/whatsapp`, which
 * accepts calls while the channel listens.
 */
export function createWhatsApp(deps: WhatsAppDeps): Channel {
  const { client, state, clock, config } = deps;
  const window = createServiceWindow(state, clock);
  const sent = createSentMessages(deps);
  const incoming = createIncoming({ ...deps, channel: WHATSAPP, window, sent });
  return {
    name: WHATSAPP,
    listen: (inbox: Inbox, signal) => incoming.listen(inbox, signal),
    hasBursts: true,
    isPairing: config.pairing === "on",
    route: incoming.route,
    maxButtons: MAX_ROWS,
    push: createPush({ ...deps, window, sent }),
    files: { fetch: (ref, options) => client.download(ref, options) },
  };
}
