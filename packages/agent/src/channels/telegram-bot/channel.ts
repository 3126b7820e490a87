import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import type { ChannelState } from "../kit/channel-state.ts";
import type { TelegramClient } from "./client.ts";
import { TELEGRAM_BOT, type TelegramBotConfig } from "./config.ts";
import type { PrivilegedChat } from "./incoming/command-menus.ts";
import { createBusinessConnections } from "./incoming/business-connections.ts";
import { createIncoming } from "./incoming/incoming.ts";
import { createMovedChats } from "./moved-chats.ts";
import { createPush } from "./outgoing/push.ts";
import { createTelegramService } from "./tools/create-telegram-service.ts";
import { refundStars } from "./refund-stars.ts";
import { createInlineQueries } from "./inline-queries.ts";
import { createQuestions } from "./questions.ts";
import { createBotMessages } from "./bot-messages.ts";

/** The most buttons of a keyboard that Telegram accepts. */
const MAX_BUTTONS = 100;

export interface WebhookPlace {
  /** Undefined unless the gateway's public URL is configured. */
  readonly url: string | undefined;
  readonly secret: string;
}

export interface TelegramBotDeps extends Pick<
  ChannelHost,
  | "control"
  | "commands"
  | "resolveSender"
  | "findSaid"
  | "report"
  | "say"
  | "readFile"
  | "linkTo"
  | "requesterOf"
  | "clock"
  | "pause"
  | "log"
> {
  readonly client: TelegramClient;
  readonly config: Omit<TelegramBotConfig, "token">;
  readonly memory: ChannelState;
  /** Returns the direct chats of people who may use more commands than members. */
  readonly privileged: () => Promise<readonly PrivilegedChat[]>;
  /** URL that Telegram calls, and the secret that proves its identity; undefined for polling. */
  readonly webhook?: WebhookPlace | undefined;
}

/**
 * Creates the channel for Telegram's Bot API. It only translates: updates become envelopes and
 * decisions, stored reply parts become messages. The core decides who may write, and when.
 */
export function createTelegramBot(deps: TelegramBotDeps): Channel {
  const moved = createMovedChats(deps.memory);
  const own = createBotMessages(deps.memory);
  const questions = createQuestions(deps.memory);
  const inline = createInlineQueries(deps);
  const business = createBusinessConnections(deps);
  const shared = { ...deps, moved, own, questions, inline, business };
  const incoming = createIncoming({ ...shared, channel: TELEGRAM_BOT });
  return {
    name: TELEGRAM_BOT,
    get username() {
      return incoming.username;
    },
    listen: (inbox, signal) => incoming.listen(inbox, signal),
    isPairing: deps.config.pairing === "on",
    ...(deps.webhook && { route: incoming.route }),
    ...(deps.say && { canSpeak: true }),
    maxButtons: MAX_BUTTONS,
    payments: { refund: (payment) => refundStars(payment, deps) },
    push: createPush(shared),
    services: {
      telegram: (scope) =>
        createTelegramService({
          ...shared,
          requester: async () => ({
            ...(await deps.requesterOf(scope)),
            role: scope.setting.role,
          }),
        }),
    },
    files: { fetch: (ref, options) => deps.client.download(ref, options) },
  };
}
