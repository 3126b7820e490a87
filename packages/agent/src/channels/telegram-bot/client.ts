import { Fault, isFault } from "@reeve/sdk";
import { Api } from "grammy";
import { unreadable } from "../../kernel/unreadable.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import { readUpTo, tooLargeFault } from "../../platform/read-limited.ts";
import type { Secret } from "../../platform/secret.ts";
import { type ChatAction, createChatActions } from "./chat-actions.ts";
import { reasonOf } from "../kit/platform-api.ts";
import { createFloodGate, type FloodOrder, type FloodTime } from "../kit/flood-gate.ts";
import { TELEGRAM_LIMITS } from "./flood-limits.ts";
import { createLatestMessageIds, type LatestMessageIds } from "./latest-message-ids.ts";
import { refusalOf, retryAfterMs, toTelegramFault } from "./telegram-fault.ts";
import { attempt } from "../../kernel/attempt.ts";
import { addressBusinessChats } from "./business-requests.ts";
import {
  type ApiSignal,
  isApiSignal,
  limitCalls,
  UPLOAD_TIMEOUT_SECONDS,
} from "./call-timeouts.ts";
import { isAbsolute } from "node:path";
import { TELEGRAM_API } from "./config.ts";
import { readLocalFile } from "./read-local-file.ts";

/**
 * Telegram's Bot API with rate limits. Calls reject with a `Fault`; `refusalOf` returns its kind.
 */
export interface TelegramClient {
  /** Largest file that can be sent, in bytes. */
  readonly maxFileBytes: number;
  /** Highest known message numbers, from sent messages and from other callers. */
  readonly heights: LatestMessageIds;
  /** Runs work on a chat after all earlier work on it has ended. */
  inOrder<Result>(chat: string, work: () => Promise<Result>): Promise<Result>;
  /** Calls a method that neither sends, edits nor deletes, without rate limits. */
  call<Result>(
    work: (api: Api, signal: ApiSignal | undefined) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * Sends, edits or deletes as soon as the limits of its chat allow, and retries if Telegram asks
   * to wait. Undefined only for a frame or draft that would have to wait.
   */
  send<Result>(order: FloodOrder, work: (api: Api) => Promise<Result>): Promise<Result | undefined>;
  /**
   * Shows an action of the bot for five seconds. Returns false if the chat shows it already, or
   * Telegram blocks actions.
   */
  act(action: ChatAction): Promise<boolean>;
  /** Downloads a file by its `file_id`, also if Telegram asks to wait a few seconds first. */
  download(
    ref: string,
    options: { readonly signal: AbortSignal; readonly maxBytes: number },
  ): Promise<Uint8Array>;
}

export interface TelegramClientDeps extends FloodTime {
  readonly token: Secret;
  readonly apiRoot: string;
  /** For tests, and for files. Default: the runtime's. */
  readonly fetch?: typeof fetch | undefined;
}

/** Maximum wait for a file, in milliseconds. */
const MAX_FILE_WAIT_MS = 20_000;

/** Largest file that bots can send, over Telegram's server and over one that runs with `--local`. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_LOCAL_FILE_BYTES = 2000 * 1024 * 1024;

export function createTelegramClient(deps: TelegramClientDeps): TelegramClient {
  const { token, apiRoot } = deps;
  const api = new Api(token.reveal(), { apiRoot, timeoutSeconds: UPLOAD_TIMEOUT_SECONDS });
  api.config.use(addressBusinessChats, limitCalls);
  const waits = { clock: deps.clock, after: deps.after, waitMsOf: retryAfterMs };
  const gate = createFloodGate({ ...waits, limits: TELEGRAM_LIMITS });
  const files = createFloodGate({ ...waits, limits: [], maxWaitMs: MAX_FILE_WAIT_MS });
  const actions = createChatActions(deps);
  const heights = createLatestMessageIds();
  const lanes = createLanes();

  const call: TelegramClient["call"] = async (work, signal) =>
    work(api, isApiSignal(signal) ? signal : undefined).catch((error: unknown) => {
      throw toTelegramFault(error);
    });

  return {
    maxFileBytes: apiRoot === TELEGRAM_API ? MAX_FILE_BYTES : MAX_LOCAL_FILE_BYTES,
    heights,
    call,
    inOrder: (chat, work) => lanes.run(chat, work),
    async send(order, work) {
      const sent = await gate.run(order, () => call(work));
      const message = messageOf(sent);
      if (message !== undefined) heights.note(order.chat, message);
      return sent;
    },
    async act({ chat, topic, action }) {
      if (!actions.start(chat, action)) return false;
      const options = topic === undefined ? {} : { message_thread_id: topic };
      const shown = await attempt(api.sendChatAction(chat, action, options));
      if (shown?.status !== "rejected") return true;
      const waitMs = retryAfterMs(shown.reason);
      if (waitMs === undefined) throw toTelegramFault(shown.reason);
      actions.block(chat, waitMs);
      return false;
    },
    async download(ref, { signal, maxBytes }) {
      const found = await attempt(
        files.run({ chat: "files", sending: "final", signal }, () =>
          call((to, stop) => to.getFile(ref, stop), signal),
        ),
      );
      if (found.status === "rejected")
        throw refusalOf(found.reason) === "too-big" ? notHandedOut(found.reason) : found.reason;
      const { file_path: path, file_size: size = 0 } = found.value ?? {};
      if (path === undefined) throw new Fault("missing", `Telegram no longer has the file ${ref}.`);
      if (size > maxBytes) throw tooLargeFault(size, maxBytes);
      if (isAbsolute(path)) return readLocalFile(path, { token, apiRoot, maxBytes, signal });
      const load = async () => {
        const url = `${apiRoot}/file/bot${token.reveal()}/${path}`;
        const response = await (deps.fetch ?? fetch)(url, { signal });
        if (response.ok) return readUpTo(response, maxBytes);
        await response.body?.cancel();
        throw new Fault("unavailable", `Telegram returned status ${response.status} for a file.`);
      };
      // The error may contain the URL, which holds the token.
      return load().catch((error: unknown) => {
        signal.throwIfAborted();
        if (isFault(error)) throw error;
        throw new Fault("unavailable", `Cannot download files from Telegram: ${reasonOf(error)}`);
      });
    },
  };
}

/** Returns the number of the message in Telegram's answer, if there is one. */
function messageOf(result: unknown): number | undefined {
  if (typeof result !== "object" || result === null || !("message_id" in result)) return undefined;
  return typeof result.message_id === "number" ? result.message_id : undefined;
}

function notHandedOut(cause: unknown): Fault {
  return unreadable("huge", "The file is too large. Telegram limits bot downloads to 20 MB.", {
    hint: "Send a smaller file, or run your own Bot API server: channels.telegramBot.apiRoot",
    cause,
  });
}
