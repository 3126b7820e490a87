import { InputMedia, type TelegramClient, type TelegramClientOptions } from "@mtcute/node";
import { z } from "zod";
import { connectTelegram } from "./connect-telegram.ts";
import {
  describeSeen,
  type Seen,
  type SeenMessage,
  toMarked,
  toSeen,
  toTyping,
} from "./telegram-seen.ts";
import type { TelegramServer } from "./telegram-server.ts";

/** A chat by its id as bots see it, or a user by name. */
export type TelegramChat = number | string;

export interface SendOptions {
  readonly replyTo?: number;
  /** The topic of a forum. */
  readonly topic?: number;
  readonly caption?: string;
}

export interface FileToSend {
  readonly data: Uint8Array;
  readonly name?: string;
  readonly mediaType?: string;
  readonly seconds?: number;
}

/** A person with a Telegram app. Disposing of it disconnects it. */
export interface TelegramPerson extends AsyncDisposable {
  readonly id: number;
  /** Client for everything without a method here. */
  readonly client: TelegramClient;
  /** Everything that others did, oldest first. */
  readonly seen: readonly Seen[];
  /** The first of what was or will be seen that `matches`, past the first `after`; rejects after `withinMs` (20 s). */
  see(
    matches: (seen: Seen) => boolean,
    options?: { readonly after?: number; readonly withinMs?: number },
  ): Promise<Seen>;
  /** The first message, or with `edits` also the first edit, that `matches`. */
  receive(
    matches?: (message: SeenMessage) => boolean,
    options?: {
      readonly after?: number;
      readonly withinMs?: number;
      readonly edits?: "too" | "only";
    },
  ): Promise<SeenMessage>;
  /** Gives the id that the message has for its sender. */
  send(chat: TelegramChat, text: string, options?: SendOptions): Promise<number>;
  sendVoice(chat: TelegramChat, file: FileToSend, options?: SendOptions): Promise<number>;
  sendPhoto(chat: TelegramChat, file: FileToSend, options?: SendOptions): Promise<number>;
  sendDocument(chat: TelegramChat, file: FileToSend, options?: SendOptions): Promise<number>;
  edit(chat: TelegramChat, message: number, text: string): Promise<void>;
  /** Deletes messages for everyone in the chat. */
  delete(chat: TelegramChat, messages: readonly number[]): Promise<void>;
  react(chat: TelegramChat, message: number, emoji: string): Promise<void>;
  /** Presses a button by its label or its data and waits for the bot's answer. */
  click(
    message: Pick<SeenMessage, "chat" | "id" | "buttons">,
    button: string,
  ): Promise<{ readonly text: string | undefined; readonly isAlert: boolean }>;
}

type LogInOptions = Partial<TelegramClientOptions> & {
  /** Password of an account with a second factor. */
  readonly password?: string;
};

/** Logs in a person who was added to the server with this phone number. */
export async function logIn(
  server: TelegramServer,
  phone: string,
  { password, ...clientOptions }: LogInOptions = {},
): Promise<TelegramPerson> {
  const client = connectTelegram(server, clientOptions);
  const { seen, see } = watch(client);

  const after = server.events.at(-1)?.n ?? 0;
  const self = await client.start({
    phone,
    code: "12345",
    codeSentCallback: () => {},
    ...(password !== undefined && { password }),
  });
  // Updates sent before the client has asked for its state would be missed.
  await server.command("waitCall", { method: "updates.getDifference", after, user: self.id });

  catchUpOnReturn(client);

  const find = createFinder(server, client);
  const sendMedia = async (chat: TelegramChat, media: Media, options: SendOptions = {}) =>
    (await client.sendMedia(await find(chat), media, toParams(options))).id;

  return {
    id: self.id,
    client,
    seen,
    see,
    async receive(matches = () => true, { edits, ...wait } = {}) {
      const wanted = await see((one) => {
        if (one.kind !== "message" && one.kind !== "edit") return false;
        if (one.kind === "edit" ? !edits : edits === "only") return false;
        return matches(one);
      }, wait);
      if (wanted.kind !== "message" && wanted.kind !== "edit") throw new Error("not a message");
      return wanted;
    },
    async send(chat, text, options = {}) {
      return (await client.sendText(await find(chat), text, toParams(options))).id;
    },
    sendVoice: (chat, { data, seconds = 1, mediaType = "audio/ogg" }, options = {}) => {
      const voice = { duration: seconds, fileMime: mediaType, caption: options.caption ?? "" };
      return sendMedia(chat, InputMedia.voice(data, voice), options);
    },
    sendPhoto: (chat, { data }, options = {}) =>
      sendMedia(chat, InputMedia.photo(data, { caption: options.caption ?? "" }), options),
    sendDocument: (chat, { data, name = "file", mediaType }, options = {}) => {
      const document = {
        fileName: name,
        caption: options.caption ?? "",
        ...(mediaType !== undefined && { fileMime: mediaType }),
      };
      return sendMedia(chat, InputMedia.document(data, document), options);
    },
    async edit(chat, message, text) {
      await client.editMessage({ chatId: await find(chat), message, text });
    },
    async delete(chat, messages) {
      await client.deleteMessagesById(await find(chat), [...messages], { revoke: true });
    },
    async react(chat, message, emoji) {
      await client.sendReaction({ chatId: await find(chat), message, emoji });
    },
    async click({ chat, id, buttons }, button) {
      const pressed = buttons.flat().find(({ label, data }) => label === button || data === button);
      if (pressed?.data === undefined) {
        const labels = buttons.flat().map(({ label }) => label);
        throw new Error(`message ${id} has no button "${button}", only: ${labels.join(", ")}`);
      }
      const params = { chatId: await find(chat), message: id, data: pressed.data };
      const answered = await client.getCallbackAnswer(params);
      return { text: answered.message, isAlert: answered.alert ?? false };
    },
    async [Symbol.asyncDispose]() {
      await client.destroy();
    },
  };
}

type Media = Parameters<TelegramClient["sendMedia"]>[1];

/** Records from now on what reaches the client. */
function watch(client: TelegramClient): Pick<TelegramPerson, "seen" | "see"> {
  const seen: Seen[] = [];
  let arrived = Promise.withResolvers<void>();
  const record = (one: Seen) => {
    seen.push(one);
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  client.onNewMessage.add((message) => record({ kind: "message", ...toSeen(message) }));
  client.onEditMessage.add((message) => record({ kind: "edit", ...toSeen(message) }));
  client.onDeleteMessage.add(({ channelId, messageIds }) =>
    record({
      kind: "deletion",
      chat: channelId === null ? undefined : toMarked(channelId),
      ids: messageIds,
    }),
  );
  client.onRawUpdate.add(({ update }) => {
    const typed = toTyping(update);
    if (typed) record(typed);
  });
  return {
    seen,
    async see(matches, { after = 0, withinMs = 20_000 } = {}) {
      const deadline = AbortSignal.timeout(withinMs);
      const late = Promise.withResolvers<void>();
      deadline.addEventListener("abort", () => late.resolve());
      for (let at = after; ; at += 1) {
        while (at >= seen.length) {
          if (deadline.aborted) throw new Error(describeSeen(seen, withinMs));
          await Promise.race([arrived.promise, late.promise]);
        }
        const one = seen[at];
        if (one && matches(one)) return one;
      }
    },
  };
}

/** Apps fetch missed updates when they are back online; mtcute waits until it notices a gap. */
function catchUpOnReturn(client: TelegramClient): void {
  let isAway = false;
  client.onConnectionState.add((state) => {
    if (state === "connecting" || state === "offline") isAway = true;
    if (state !== "connected" || !isAway) return;
    isAway = false;
    client.handleClientUpdate({ _: "updatesTooLong" });
  });
}

const world = z.object({ users: z.record(z.string(), z.object({ username: z.string() })) });

/**
 * Creates a finder that makes chats known to a client, which can use a bare id only after it has received
 * the chat. Users are looked up by name, everything else among the dialogs.
 */
function createFinder(server: TelegramServer, client: TelegramClient) {
  const found = new Map<number, TelegramChat>();
  return async (chat: TelegramChat): Promise<TelegramChat> => {
    if (typeof chat === "string") return chat;
    const known = found.get(chat);
    if (known !== undefined) return known;
    const { users } = world.parse(await server.command("state"));
    const name = users[String(chat)]?.username;
    if (!name) await Array.fromAsync(client.iterDialogs());
    found.set(chat, name || chat);
    return name || chat;
  };
}

function toParams({ replyTo, topic }: SendOptions): { replyTo?: number } {
  const to = replyTo ?? topic;
  return to === undefined ? {} : { replyTo: to };
}
