import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** The only words of the model. */
export const WORDS = "The answer is forty two.";

/** Ways in which a model server fails. */
export const MODES = [
  "401",
  "402",
  "403",
  "404",
  "429",
  "429-quota",
  "429-seconds",
  "429-date",
  "429-day",
  "500",
  "503",
  "html",
  "html-200",
  "redirect",
  "wrong-type",
  "flood",
  "empty",
  "done-only",
  "half",
  "bad-json",
  "tool-cut",
  "tool-null",
  "tool-bad-arguments",
  "reset",
] as const;

/** Ways in which it says nothing more, until the client gives up. */
export const HANGS = ["hang-before", "hang-after", "hang-midway"] as const;

/** `drip` answers slowly, and `surrogates` with broken characters; both are answers. */
export type ChaosMode =
  | (typeof MODES)[number]
  | (typeof HANGS)[number]
  | "drip"
  | "surrogates"
  | "ok";

/** Words and calls of one answer. */
export interface ChaosAnswer {
  readonly text?: string | undefined;
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[] | undefined;
}

/** A model server of OpenAI's protocol that fails as it is told. */
export interface ChaosModel extends AsyncDisposable {
  /** Base URL, with version. */
  readonly url: string;
  mode: ChaosMode;
  /** Bodies of the requests for an answer so far, oldest first. */
  readonly bodies: readonly string[];
  /** Requests for an answer so far. */
  readonly requests: number;
}

const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const DAY_S = "86400";
const DRIP_MS = 5;
const SOON_MS = 3000;
/** More than any answer may have. */
const FLOOD_BYTES = 64_000_000;
const FLOOD = "flood ".repeat(10_000);

/** `say` returns what the model says to a request, given as its body; default: its only words. */
export async function serveChaosModel(
  say: (body: string) => ChaosAnswer = () => ({ text: WORDS }),
): Promise<ChaosModel> {
  const state: { mode: ChaosMode; bodies: string[] } = { mode: "ok", bodies: [] };
  const server = createServer((request, response) => {
    const body = textOf(request);
    if (request.url?.endsWith("/models")) return json(response, 200, { data: [{ id: "mock" }] });
    if (!request.url?.endsWith("/chat/completions")) return json(response, 404, {});
    const serve = async () => {
      const asked = await body;
      state.bodies.push(asked);
      answer(state.mode, response, say(asked));
    };
    serve().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    bodies: state.bodies,
    get requests() {
      return state.bodies.length;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(mode: ChaosMode, response: ServerResponse, said: ChaosAnswer): void {
  switch (mode) {
    case "401":
    case "402":
    case "403":
    case "404":
    case "429":
    case "500":
    case "503":
      return json(response, Number(mode), { error: { message: `it is ${mode}` } });
    case "429-seconds":
      response.setHeader("retry-after", "2");
      return json(response, 429, { error: { message: "Rate limit reached." } });
    case "429-date":
      response.setHeader("retry-after", new Date(Date.now() + SOON_MS).toUTCString());
      return json(response, 429, { error: { message: "Rate limit reached." } });
    case "429-quota": {
      const message = "You exceeded your current quota.";
      return json(response, 429, { error: { message, code: "insufficient_quota" } });
    }
    case "429-day":
      response.setHeader("retry-after", DAY_S);
      return json(response, 429, { error: { message: "Daily limit reached." } });
    case "html":
      return html(response, 502);
    case "html-200":
      return html(response, 200);
    case "redirect":
      return void response.writeHead(307, { location: "/elsewhere/chat/completions" }).end();
    case "flood":
      open(response);
      return pour(response, 0);
    case "surrogates":
      open(response);
      response.write(chunk({ content: "broken \uD83D" }));
      response.write(chunk({ content: " and \uDC00 here." }));
      return void response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
    case "wrong-type":
      response.writeHead(200, { "content-type": "application/octet-stream" });
      return void response.end("an answer, but not in this format");
    case "hang-before":
      return undefined;
    case "hang-after":
      return open(response).flushHeaders();
    case "hang-midway":
      return void open(response).write(chunk({ content: "The answer " }));
    case "drip":
      return drip(response, said.text ?? "");
    case "reset":
      return void response.destroy();
    case "empty":
      return void open(response).end();
    case "done-only":
      return void open(response).end("data: [DONE]\n\n");
    case "half":
      open(response).write(chunk({ content: "The answer " }), () => response.destroy());
      return;
    case "tool-cut":
      open(response).write(chunk({ tool_calls: [CUT_CALL] }), () => response.destroy());
      return;
    case "bad-json":
      open(response).write(chunk({ content: "Half " }));
      return void response.end('data: {"choices":[{"delta":{"content":\n\ndata: [DONE]\n\n');
    case "tool-null":
      return end(response, { calls: [{ name: null, args: {} }] });
    case "tool-bad-arguments":
      return end(response, { calls: [{ name: "note_create", args: "{not json" }] });
    case "ok":
      return end(response, said);
  }
}

const CUT_CALL = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "note_create", arguments: '{"text":"hal' },
};

interface SentAnswer extends Omit<ChaosAnswer, "calls"> {
  /** A name may be missing, and arguments that are a text are sent as they are. */
  readonly calls?: readonly { readonly name: string | null; readonly args: unknown }[] | undefined;
}

function end(response: ServerResponse, { text, calls = [] }: SentAnswer): void {
  open(response);
  if (text !== undefined) response.write(chunk({ content: text }));
  for (const [index, { name, args }] of calls.entries()) {
    const given = typeof args === "string" ? args : JSON.stringify(args);
    const call = { index, id: `call_${index}`, type: "function" };
    const asked = { ...call, function: { name, arguments: given } };
    response.write(chunk({ tool_calls: [asked] }));
  }
  response.end(`${chunk({}, calls.length > 0 ? "tool_calls" : "stop")}data: [DONE]\n\n`);
}

/** Writes without an end, as fast as it is read. */
function pour(response: ServerResponse, sent: number): void {
  if (response.destroyed) return;
  if (sent > FLOOD_BYTES) return void response.end("data: [DONE]\n\n");
  response.write(chunk({ content: FLOOD }), () => pour(response, sent + FLOOD.length));
}

function drip(response: ServerResponse, text: string): void {
  const letters = Array.from(text);
  open(response);
  const timer = setInterval(() => {
    const letter = letters.shift();
    if (letter !== undefined) return void response.write(chunk({ content: letter }));
    clearInterval(timer);
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  }, DRIP_MS);
  response.once("close", () => clearInterval(timer));
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/html" }).end(HTML);
}

function open(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

function chunk(delta: object, finish: "stop" | "tool_calls" | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const whole = { id: "c1", object: "chat.completion.chunk", created: 1, model: "mock", choices };
  return `data: ${JSON.stringify(whole)}\n\n`;
}
