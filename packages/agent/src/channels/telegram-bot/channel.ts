import type { ServiceScope } from "../../core/channel-services.ts";
import type { CommandFacts } from "../../core/commands.ts";
import type { Control } from "../../core/control.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Log } from "../../platform/log.ts";
import type { Channel } from "../kit/channel.ts";
import type { ChannelState } from "../kit/channel-state.ts";
import type { TelegramClient } from "./client.ts";
import { TELEGRAM_BOT, type TelegramBotConfig } from "./config.ts";
import type { PrivilegedChat } from "./incoming/command-menus.ts";
import { createIncoming } from "./incoming/incoming.ts";
import { createMovedChats } from "./moved-chats.ts";
import type { OutgoingDeps, Rendering } from "./outgoing/outgoing-deps.ts";
import { createPush } from "./outgoing/push.ts";
import { createTelegramService } from "./tools/create-telegram-service.ts";
import type { Requester } from "./tools/reach-chat.ts";
import { createQuestions } from "./questions.ts";
import { createBotMessages } from "./bot-messages.ts";

export interface WebhookPlace {
  /** Undefined unless the gateway's public URL is configured. */
  readonly url: string | undefined;
  readonly secret: string;
}

export interface TelegramBotDeps {
  readonly client: TelegramClient;
  readonly config: Omit<TelegramBotConfig, "token">;
  readonly memory: ChannelState;
  readonly control: Pick<Control, "receive">;
  /** Chat commands of the agent. */
  readonly commands: readonly CommandFacts[];
  /** Resolves the sender of a button press; creates people who are new. */
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Returns a stored message of a chat, because Telegram does not send every quoted text. */
  readonly findSaid: (chat: string, message: string) => Promise<Envelope["quote"]>;
  /** Returns the direct chats of people who may use more commands than members. */
  readonly privileged: () => Promise<readonly PrivilegedChat[]>;
  /** URL that Telegram calls, and the secret that proves its identity; undefined for polling. */
  readonly webhook?: WebhookPlace | undefined;
  /** Receives the reason why no updates arrive, and `undefined` once they arrive again. */
  readonly report: (reason: string | undefined) => void;
  readonly rendering: Rendering;
  readonly say?: OutgoingDeps["say"];
  readonly readFile: OutgoingDeps["readFile"];
  readonly linkTo?: OutgoingDeps["linkTo"];
  /** Returns the Telegram account of the person of a call, and the external id of its chat if it is in Telegram. */
  readonly requesterOf: (scope: ServiceScope) => Promise<Omit<Requester, "role">>;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/**
 * Creates the channel for Telegram's Bot API. It only translates: updates become envelopes and
 * decisions, stored reply parts become messages. The core decides who may write, and when.
 */
export function createTelegramBot(deps: TelegramBotDeps): Channel {
  const moved = createMovedChats(deps.memory);
  const own = createBotMessages(deps.memory);
  const questions = createQuestions(deps.memory);
  const incoming = createIncoming({ ...deps, moved, own, questions, channel: TELEGRAM_BOT });
  return {
    name: TELEGRAM_BOT,
    get username() {
      return incoming.username;
    },
    listen: (inbox, signal) => incoming.listen(inbox, signal),
    isPairing: deps.config.pairing === "on",
    ...(deps.webhook && { route: incoming.route }),
    ...(deps.say && { canSpeak: true }),
    push: createPush({ ...deps, moved, own, questions }),
    services: {
      telegram: (scope) =>
        createTelegramService({
          ...deps,
          moved,
          own,
          requester: async () => ({
            ...(await deps.requesterOf(scope)),
            role: scope.setting.role,
          }),
        }),
    },
    files: { fetch: (ref, options) => deps.client.download(ref, options) },
  };
}
