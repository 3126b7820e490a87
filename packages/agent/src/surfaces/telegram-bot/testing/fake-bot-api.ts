import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isRecord } from "../../../kernel/json.ts";

export interface FakeMessage {
  readonly id: number;
  text: string;
  readonly isOurs: boolean;
  readonly answers?: number | undefined;
}

type Params = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly code: number;
  readonly description: string;
  readonly parameters?: Params;
}

/** Chats of a bot, and the methods of the Bot API that send, change and delete in them. */
export interface FakeBotApi extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly string[];
  /** What stands in a chat, in order. */
  shown(chat: string): readonly FakeMessage[];
  /** Somebody else writes; answers with the number. */
  write(chat: string, text: string): number;
  /** From now on the group has another number. */
  move(from: string, to: string): void;
  /** The next call of a method is carried out, and its answer never arrives. */
  loseAnswer(method: string): void;
}

export async function openFakeBotApi(): Promise<FakeBotApi> {
  const chats = new Map<string, FakeMessage[]>();
  const moved = new Map<string, string>();
  const lost = new Set<string>();
  const calls: string[] = [];
  /** Those of a supergroup are numbered by themselves. */
  const heights = new Map<string, number>();

  const shown = (chat: string) => chats.get(chat) ?? chats.set(chat, []).get(chat) ?? [];
  const add = (chat: string, message: Omit<FakeMessage, "id">) => {
    const counter = chat.startsWith("-100") ? chat : "others";
    const id = (heights.get(counter) ?? 0) + 1;
    heights.set(counter, id);
    shown(chat).push({ ...message, id });
    return id;
  };
  const change = (params: Params, text: string | undefined): unknown => {
    const message = shown(String(params["chat_id"])).find(({ id }) => id === params["message_id"]);
    if (!message) return refuse("Bad Request: message to edit not found");
    if (!message.isOurs) return refuse("Bad Request: message can't be edited");
    if (text === undefined || text === message.text)
      return refuse("Bad Request: message is not modified");
    message.text = text;
    return { message_id: message.id };
  };
  const run = (method: string, params: Params): unknown => {
    const chat = String(params["chat_id"]);
    const to = moved.get(chat);
    if (to !== undefined)
      return refuse("Bad Request: group chat was upgraded to a supergroup chat", {
        migrate_to_chat_id: Number(to),
      });
    switch (method) {
      case "sendMessage": {
        const { reply_parameters: reply, text } = params;
        const answers = isRecord(reply) ? Number(reply["message_id"]) : undefined;
        return { message_id: add(chat, { text: String(text), isOurs: true, answers }) };
      }
      case "editMessageText":
        return change(params, String(params["text"]));
      case "editMessageReplyMarkup":
        return change(params, undefined);
      case "deleteMessage": {
        const left = shown(chat).filter(({ id }) => id !== params["message_id"]);
        if (left.length === shown(chat).length)
          return refuse("Bad Request: message to delete not found");
        chats.set(chat, left);
        return true;
      }
      default:
        return true;
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.url?.split("/").at(-1) ?? "";
    calls.push(method);
    const result = run(method, await readParams(request));
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
    shown,
    write: (chat, text) => add(chat, { text, isOurs: false }),
    move: (from, to) => void moved.set(from, to),
    loseAnswer: (method) => void lost.add(method),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function refuse(description: string, parameters: Params = {}): Refusal {
  return { code: 400, description, parameters };
}

function isRefusal(result: unknown): result is Refusal {
  return isRecord(result) && "description" in result;
}

async function readParams(request: IncomingMessage): Promise<Params> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const params: unknown = JSON.parse(Buffer.concat(chunks).toString() || "{}");
  return isRecord(params) ? params : {};
}
