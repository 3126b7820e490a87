import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isRecord } from "../../../kernel/text/json.ts";
import { recordRequests } from "./record-requests.ts";

/** A request to the Bot API, with its fields as Telegram gets them; of a file, its name. */
export interface BotRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface BotApiRecorder extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly BotRequest[];
}

/** Answers of a method: its result, a refusal by Telegram, or a cut connection. */
export type BotAnswer =
  | { readonly result: unknown }
  | { readonly code: number; readonly description: string }
  | "cut";

/** Starts a Bot API that records requests. `answers` by method, or for each request; all others return true. */
export async function recordBotApi(
  answers: Readonly<Record<string, BotAnswer | ((params: BotRequest["params"]) => BotAnswer)>>,
): Promise<BotApiRecorder> {
  const requests: BotRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const method = request.url?.split("/").at(-1) ?? "";
    const params = await readFields(request);
    requests.push({ method, params });
    const found = answers[method] ?? { result: true };
    const given = typeof found === "function" ? found(params) : found;
    if (given === "cut") return response.destroy();
    const isRefused = "code" in given;
    const body = isRefused
      ? { ok: false, error_code: given.code, description: given.description }
      : { ok: true, ...given };
    return response
      .writeHead(isRefused ? given.code : 200, { "content-type": "application/json" })
      .end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await recordRequests(requests);
    },
  };
}

async function readFields(request: IncomingMessage): Promise<BotRequest["params"]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0) return {};
  if (!type.startsWith("multipart/")) {
    const params: unknown = JSON.parse(body.toString());
    return isRecord(params) ? params : {};
  }
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const fields = Array.from(form, ([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? readField(name, value) : { file: value.name },
  ]);
  return nameFiles(Object.fromEntries(fields));
}

/** Fields of a form are text; numbers and objects are JSON in it, and chats have names as well. */
function readField(name: string, text: string): unknown {
  if (name === "chat_id") return text;
  return /^(?:[[{]|-?\d+$|true$|false$)/.test(text) ? JSON.parse(text) : text;
}

/** Puts the files of a form where `attach://` names them. */
function nameFiles(fields: Readonly<Record<string, unknown>>): BotRequest["params"] {
  const used = new Set<string>();
  const put = (value: unknown): unknown => {
    if (typeof value === "string" && value.startsWith("attach://")) {
      const name = value.slice("attach://".length);
      used.add(name);
      return fields[name];
    }
    if (Array.isArray(value)) return value.map(put);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]));
  };
  const placed = Object.entries(fields).map(([name, value]) => [name, put(value)] as const);
  return Object.fromEntries(placed.filter(([name]) => !used.has(name)));
}
