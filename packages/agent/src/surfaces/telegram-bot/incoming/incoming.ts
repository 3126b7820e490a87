import { Fault, isFault } from "@reeve/sdk";
import type { Update } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import type { WebhookRoute } from "../../webhook-route.ts";
import type { ChatLanguages } from "../chat-languages.ts";
import type { TelegramBotParts, WebhookPlace } from "../surface.ts";
import { createTakes } from "./create-takes.ts";
import type { BotSelf } from "./is-meant.ts";
import { keepMenus } from "./keep-menus.ts";
import { pollUpdates } from "./poll-updates.ts";
import { restOf } from "./rest-of.ts";
import { ALLOWED_UPDATES } from "./take-update.ts";
import { createTelegramWebhook } from "./webhook.ts";

export interface IncomingParts extends TelegramBotParts {
  readonly surface: string;
  readonly languages: ChatLanguages;
}

/** What arrives at the bot. */
export interface Incoming {
  /** Without an @; undefined until Telegram has told. */
  readonly username: string | undefined;
  /**
   * Takes in updates until `signal` aborts. Where Telegram cannot be had it says so by `report`
   * and tries again, ever later.
   */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  /** Where Telegram calls in webhook mode; it answers only while somebody listens. */
  readonly route: WebhookRoute;
}

/** How long Telegram waits for an update before it answers that there is none. */
const POLL_SECONDS = 25;

export function createIncoming(parts: IncomingParts): Incoming {
  const { client, report, pause, log } = parts;
  let self: BotSelf | undefined;
  let called: ((update: Update) => Promise<void>) | undefined;

  const knowSelf = async (): Promise<BotSelf> => {
    if (self) return self;
    const me = await client.call((api) => api.getMe());
    self = { id: me.id, username: me.username, name: me.first_name };
    return self;
  };
  const beCalled = async ({ url, secret }: WebhookPlace, session: Session) => {
    if (url === undefined) throw noAddress();
    await client.call((api) =>
      api.setWebhook(url, { secret_token: secret, allowed_updates: ALLOWED_UPDATES }),
    );
    session.isUp();
    called = (update) => session.takes.once(update);
    await untilAborted(session.signal);
  };
  const ask = async (session: Session) => {
    // Telegram does not answer who asks while it has somebody to call.
    await client.call((api) => api.deleteWebhook());
    const options = { timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES };
    await pollUpdates(
      {
        ask: async (offset) => {
          const wanted = offset === undefined ? options : { ...options, offset };
          const updates = await client.call(
            (api, signal) => api.getUpdates(wanted, signal),
            session.signal,
          );
          session.isUp();
          return updates;
        },
        take: (update) => session.takes.untilStored(update),
        pause,
      },
      session.signal,
    );
  };
  /** Takes in what comes for as long as Telegram can be had. */
  const serve = async (inbox: Inbox, isUp: () => void, signal: AbortSignal) => {
    const ended = new AbortController();
    const open = AbortSignal.any([signal, ended.signal]);
    const takes = createTakes({ ...parts, inbox, self: await knowSelf(), signal: open });
    await using ends = new AsyncDisposableStack();
    ends.defer(() => takes.close());
    await takes.resume();
    const menus = keepMenus(parts, open);
    ends.defer(() => menus);
    ends.defer(() => {
      called = undefined;
      ended.abort();
    });
    const session = { takes, isUp, signal };
    await (parts.webhook ? beCalled(parts.webhook, session) : ask(session));
  };

  return {
    get username() {
      return self?.username;
    },
    async listen(inbox, signal) {
      let failures = 0;
      let last: string | undefined;
      const isUp = () => {
        failures = 0;
        last = undefined;
        report(undefined);
      };
      while (!signal.aborted) {
        const [ended] = await Promise.allSettled([serve(inbox, isUp, signal)]);
        if (signal.aborted || ended?.status !== "rejected") continue;
        const error: unknown = ended.reason;
        if (!isFault(error)) throw error;
        failures += 1;
        report(error.message);
        if (last !== error.message)
          log.warn("telegram cannot be had", { reason: error.message, hint: error.hint });
        last = error.message;
        await pause(restOf(failures), signal);
      }
    },
    route: createTelegramWebhook({
      secret: parts.webhook?.secret ?? "",
      take: () => called,
      onFailure: (error) => log.warn("update could not be taken in", { error }),
    }),
  };
}

interface Session {
  readonly takes: Pick<ReturnType<typeof createTakes>, "once" | "untilStored">;
  /** Telegram answers. */
  readonly isUp: () => void;
  readonly signal: AbortSignal;
}

function noAddress(): Fault {
  return new Fault("invalid", "No setting says where Telegram reaches the webhook.", {
    hint: "Set channels.telegramBot.publicUrl, or http.publicUrl, or use mode polling.",
  });
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (!signal.aborted) await promise;
}
