import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** The only words of the model. */
export const WORDS = "The answer is forty two.";

/** Ways in which a model server fails. */
export const MODES = [
  "401",
  "402",
  "404",
  "429",
  "429-day",
  "500",
  "503",
  "html",
  "html-200",
  "empty",
  "done-only",
  "half",
  "tool-cut",
  "reset",
] as const;

export type ChaosMode = (typeof MODES)[number] | "ok";

/** A model server of OpenAI's protocol that fails as it is told. */
export interface ChaosModel extends AsyncDisposable {
  /** Base URL, with version. */
  readonly url: string;
  mode: ChaosMode;
  /** Requests for an answer so far. */
  readonly requests: number;
}

const HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const DAY_S = "86400";

export async function serveChaosModel(): Promise<ChaosModel> {
  const state: { mode: ChaosMode; requests: number } = { mode: "ok", requests: 0 };
  const server = createServer((request, response) => {
    const body = textOf(request);
    if (request.url?.endsWith("/models")) return json(response, 200, { data: [{ id: "mock" }] });
    if (!request.url?.endsWith("/chat/completions")) return json(response, 404, {});
    state.requests += 1;
    body.then(
      () => answer(state.mode, response),
      () => response.destroy(),
    );
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
    get requests() {
      return state.requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(mode: ChaosMode, response: ServerResponse): void {
  switch (mode) {
    case "401":
    case "402":
    case "404":
    case "429":
    case "500":
    case "503":
      return json(response, Number(mode), { error: { message: `it is ${mode}` } });
    case "429-day":
      response.setHeader("retry-after", DAY_S);
      return json(response, 429, { error: { message: "Daily limit reached." } });
    case "html":
      return html(response, 502);
    case "html-200":
      return html(response, 200);
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
    case "ok":
      open(response).write(chunk({ content: WORDS }));
      response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  }
}

const CUT_CALL = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "note_create", arguments: '{"text":"hal' },
};

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/html" }).end(HTML);
}

function open(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

function chunk(delta: object, finish: "stop" | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const whole = { id: "c1", object: "chat.completion.chunk", created: 1, model: "mock", choices };
  return `data: ${JSON.stringify(whole)}\n\n`;
}
