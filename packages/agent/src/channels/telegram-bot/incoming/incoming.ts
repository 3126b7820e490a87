import { Fault } from "@reeve/sdk";
import { untilAborted } from "../../../kernel/wait.ts";
import type { Update } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import type { WebhookRoute } from "../../kit/webhook-route.ts";
import type { MovedChats } from "../moved-chats.ts";
import type { Questions } from "../questions.ts";
import type { InlineQueries } from "../inline-queries.ts";
import type { BotMessages } from "../bot-messages.ts";
import type { TelegramBotDeps, WebhookPlace } from "../channel.ts";
import type { BusinessConnections } from "./business-connections.ts";
import { createAllowedGroups } from "./allowed-groups.ts";
import { createUpdateProcessor } from "./update-processor.ts";
import type { BotSelf } from "./message/is-addressed.ts";
import { syncMenus } from "./sync-menus.ts";
import { pollUpdates } from "./poll-updates.ts";
import { keepConnected } from "../../kit/keep-connected.ts";
import { ALLOWED_UPDATES } from "./handle-update.ts";
import { createTelegramWebhook } from "./webhook.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface IncomingDeps extends TelegramBotDeps {
  readonly channel: string;
  readonly moved: MovedChats;
  readonly own: BotMessages;
  readonly questions: Questions;
  readonly inline: InlineQueries;
  readonly business: BusinessConnections;
}

/** Incoming updates of the bot. */
export interface Incoming {
  /** Username without an @; undefined until Telegram has returned it. */
  readonly username: string | undefined;
  /**
   * Takes in updates until `signal` aborts. If Telegram is unreachable, calls `report` and retries
   * with a backoff.
   */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  /** Route that Telegram calls in webhook mode. It accepts calls only while the channel listens. */
  readonly route: WebhookRoute;
}

/** Time in seconds that Telegram waits for an update before it returns none. */
const POLL_SECONDS = 25;

/** Interval in milliseconds at which to check whether the webhook has delivered all updates. */
const LOOK_MS = 1000;
const MAX_LOOKS = 60;

export function createIncoming(deps: IncomingDeps): Incoming {
  const { client, pause, log } = deps;
  const groups = createAllowedGroups(deps);
  let known: BotSelf | undefined;
  let called: ((update: Update) => Promise<void>) | undefined;

  const resolveSelf = async (): Promise<BotSelf> => {
    if (known) return known;
    const me = await client.call((api) => api.getMe());
    known = { id: me.id, username: me.username, name: me.first_name };
    return known;
  };
  const beCalled = async ({ url, secret }: WebhookPlace, session: Session) => {
    if (url === undefined) throw noAddress();
    await client.call((api) =>
      api.setWebhook(url, { secret_token: secret, allowed_updates: ALLOWED_UPDATES }),
    );
    session.isUp();
    called = (update) => session.takes.process(update);
    await untilNothingWaits(session.signal);
    session.takes.catchUp();
    await untilAborted(session.signal);
  };
  /** Resolves once Telegram has delivered all pending updates, after a minute at the latest. */
  const untilNothingWaits = async (signal: AbortSignal) => {
    for (let tries = 0; tries < MAX_LOOKS && !signal.aborted; tries += 1) {
      const looked = await attempt(client.call((api) => api.getWebhookInfo()));
      if (looked?.status === "fulfilled" && looked.value.pending_update_count === 0) return;
      await pause(LOOK_MS, signal);
    }
  };
  const ask = async (session: Session) => {
    // Telegram rejects polling while a webhook is set.
    await client.call((api) => api.deleteWebhook());
    // First, fetch updates that are already there, without waiting.
    let timeout = 0;
    await pollUpdates(
      {
        ask: async (offset) => {
          const wanted = { timeout, allowed_updates: ALLOWED_UPDATES };
          const updates = await client.call(
            (api, signal) =>
              api.getUpdates(offset === undefined ? wanted : { ...wanted, offset }, signal),
            session.signal,
          );
          session.isUp();
          if (timeout === 0 && updates.length === 0) session.takes.catchUp();
          if (updates.length === 0) timeout = POLL_SECONDS;
          return updates;
        },
        take: (update) => session.takes.processUntilStored(update),
        pause,
      },
      session.signal,
    );
  };
  /** Takes in updates as long as Telegram is reachable. */
  const serve = async (inbox: Inbox, isUp: () => void, signal: AbortSignal) => {
    const ended = new AbortController();
    const open = AbortSignal.any([signal, ended.signal]);
    const self = await resolveSelf();
    const takes = createUpdateProcessor({ ...deps, inbox, self, groups, signal: open });
    await using ends = new AsyncDisposableStack();
    ends.defer(() => takes.close());
    await takes.resume();
    const kept = Promise.all([syncMenus(deps, open), groups.save(open)]);
    ends.defer(() => kept.then(() => undefined));
    ends.defer(() => {
      called = undefined;
      ended.abort();
    });
    const session = { takes, isUp, signal };
    await (deps.webhook ? beCalled(deps.webhook, session) : ask(session));
  };

  return {
    get username() {
      return known?.username;
    },
    listen: (inbox, signal) =>
      keepConnected(
        (onUp) => serve(inbox, onUp, signal),
        { ...deps, platform: "telegram" },
        signal,
      ),
    route: createTelegramWebhook({
      secret: deps.webhook?.secret ?? "",
      take: () => called,
      log,
    }),
  };
}

interface Session {
  readonly takes: Pick<
    ReturnType<typeof createUpdateProcessor>,
    "process" | "processUntilStored" | "catchUp"
  >;
  /** Called when Telegram answers. */
  readonly isUp: () => void;
  readonly signal: AbortSignal;
}

function noAddress(): Fault {
  return new Fault("invalid", "The public URL for Telegram's webhook is not set.", {
    hint: "Set channels.telegramBot.publicUrl or http.publicUrl, or set channels.telegramBot.mode to polling.",
  });
}
