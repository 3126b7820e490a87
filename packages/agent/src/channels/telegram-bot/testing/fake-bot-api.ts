import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../../kernel/clock.ts";
import { isRecord } from "../../../kernel/text/json.ts";

export interface FakeMessage {
  readonly id: number;
  /** Text of the message; empty for a file, even with a caption. */
  text: string;
  readonly isOurs: boolean;
  /** Unix time in seconds. */
  readonly date: number;
  hasButtons: boolean;
  readonly isFile?: boolean;
  readonly answers?: number | undefined;
  readonly topic?: number | undefined;
}

type Params = Readonly<Record<string, unknown>>;

/** Answer of the Bot API to a call that it does not carry out. */
interface FakeRefusal {
  readonly code: number;
  readonly description: string;
  readonly parameters?: Params;
}

/** Fake of the Bot API's methods that send, edit and delete messages. */
export interface FakeBotApi extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly string[];
  /** Telegram's clock, in milliseconds. */
  readonly clock: Clock;
  /** Returns the messages of a chat, in order. */
  shown(chat: string): readonly FakeMessage[];
  /** Adds a message by another sender, or by the account of a business chat; returns its number. */
  write(chat: string, text: string): number;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Migrates the group to another number. */
  move(from: string, to: string): void;
  /** Carries out the next call of a method, but loses its answer. */
  loseAnswer(method: string): void;
  /** Refuses one call of a method, after this many others. Default: 0. */
  refuseOnce(method: string, refusal: FakeRefusal, after?: number): void;
  /** Refuses each call of a method from now on. */
  refuseAll(method: string, refusal: FakeRefusal): void;
  /** Deletes all messages of a chat. */
  clear(chat: string): void;
}

export async function openFakeBotApi(): Promise<FakeBotApi> {
  const chats = new Map<string, FakeMessage[]>();
  const moved = new Map<string, string>();
  const lost = new Set<string>();
  const refusals = new Map<string, { left: number; readonly refusal: FakeRefusal }>();
  const refused = new Map<string, FakeRefusal>();
  const calls: string[] = [];
  /** Highest message numbers; supergroups and connected accounts have their own. */
  const heights = new Map<string, number>();
  let now = 1_700_000_000_000;

  const shown = (chat: string) => chats.get(chat) ?? chats.set(chat, []).get(chat) ?? [];
  const add = (chat: string, message: Omit<FakeMessage, "id" | "date">) => {
    const [, account] = /^(business:[^:]+):/.exec(chat) ?? [];
    const counter = account ?? (chat.startsWith("-100") ? chat : "others");
    const id = (heights.get(counter) ?? 0) + 1;
    heights.set(counter, id);
    shown(chat).push({ ...message, id, date: Math.floor(now / 1000) });
    return id;
  };
  const change = (params: Params, text?: string): unknown => {
    const message = shown(chatOf(params)).find(({ id }) => id === params["message_id"]);
    if (!message) return refuse("Bad Request: message to edit not found");
    const isAccounts = params["business_connection_id"] !== undefined;
    if (!message.isOurs && !isAccounts) return refuse("Bad Request: message can't be edited");
    if (message.isFile && text !== undefined)
      return refuse("Bad Request: there is no text in the message to edit");
    const hasButtons = params["reply_markup"] !== undefined;
    if ((text ?? message.text) === message.text && hasButtons === message.hasButtons)
      return refuse("Bad Request: message is not modified");
    message.text = text ?? message.text;
    message.hasButtons = hasButtons;
    return told(message);
  };
  const send = (chat: string, params: Params, own: Pick<FakeMessage, "text" | "isFile">) => {
    const { reply_parameters: reply, message_thread_id: thread } = params;
    const answers = isRecord(reply) ? Number(reply["message_id"]) : undefined;
    const topic = thread === undefined ? undefined : Number(thread);
    const hasButtons = params["reply_markup"] !== undefined;
    const id = add(chat, { ...own, isOurs: true, answers, topic, hasButtons });
    return told(shown(chat).find((one) => one.id === id));
  };
  const run = (method: string, params: Params): unknown => {
    const chat = chatOf(params);
    const to = moved.get(chat);
    if (to !== undefined)
      return refuse("Bad Request: group chat was upgraded to a supergroup chat", {
        migrate_to_chat_id: Number(to),
      });
    switch (method) {
      case "sendMessage":
        return send(chat, params, { text: String(params["text"]) });
      case "sendVoice":
      case "sendPhoto":
      case "sendVideo":
      case "sendDocument":
        return send(chat, params, { text: "", isFile: true });
      case "editMessageText":
        return change(params, String(params["text"]));
      case "editMessageReplyMarkup":
        return change(params);
      case "deleteMessage": {
        const left = shown(chat).filter(({ id }) => id !== params["message_id"]);
        if (left.length === shown(chat).length)
          return refuse("Bad Request: message to delete not found");
        chats.set(chat, left);
        return true;
      }
      case "deleteBusinessMessages": {
        const gone = new Set(Array.isArray(params["message_ids"]) ? params["message_ids"] : []);
        const account = `business:${String(params["business_connection_id"])}:`;
        for (const [name, messages] of chats)
          if (name.startsWith(account))
            chats.set(
              name,
              messages.filter(({ id }) => !gone.has(id)),
            );
        return true;
      }
      default:
        return true;
    }
  };

  const refusalOf = (method: string): FakeRefusal | undefined => {
    const always = refused.get(method);
    if (always) return always;
    const next = refusals.get(method);
    if (!next) return undefined;
    next.left -= 1;
    if (next.left >= 0) return undefined;
    refusals.delete(method);
    return next.refusal;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.url?.split("/").at(-1) ?? "";
    calls.push(method);
    const params = await readParams(request);
    const result = refusalOf(method) ?? run(method, params);
    if (lost.delete(method)) {
      response.destroy();
      return;
    }
    const body = isRefusal(result)
      ? { ok: false, error_code: result.code, ...result }
      : { ok: true, result };
    response
      .writeHead(isRefusal(result) ? result.code : 200, { "content-type": "application/json" })
      .end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    clock: { now: () => now },
    pass(ms) {
      now += ms;
    },
    shown,
    write: (chat, text) => add(chat, { text, isOurs: false, hasButtons: false }),
    move: (from, to) => void moved.set(from, to),
    loseAnswer: (method) => void lost.add(method),
    refuseAll: (method, refusal) => void refused.set(method, refusal),
    clear: (chat) => void chats.set(chat, []),
    refuseOnce: (method, refusal, left = 0) => void refusals.set(method, { left, refusal }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Returns the chat of a call: `business:c1:8` on behalf of an account. */
function chatOf({ chat_id: chat, business_connection_id: connection }: Params): string {
  return typeof connection === "string" ? `business:${connection}:${String(chat)}` : String(chat);
}

function refuse(description: string, parameters: Params = {}): FakeRefusal {
  return { code: 400, description, parameters };
}

function isRefusal(result: unknown): result is FakeRefusal {
  return isRecord(result) && "description" in result;
}

async function readParams(request: IncomingMessage): Promise<Params> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  if (!request.headers["content-type"]?.startsWith("application/json")) return readForm(body);
  const params: unknown = JSON.parse(body || "{}");
  return isRecord(params) ? params : {};
}

/** Reads the text fields of a form; files are sent as forms. */
function readForm(body: string): Params {
  const fields = body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g);
  return Object.fromEntries(Array.from(fields, ([, name, value]) => [name, value]));
}

function told(message: FakeMessage | undefined): unknown {
  return { message_id: message?.id, date: message?.date };
}
