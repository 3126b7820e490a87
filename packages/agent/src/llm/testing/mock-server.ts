import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { anthropicWire } from "./wires/anthropic.ts";
import { chatWire } from "./wires/chat.ts";
import { geminiWire } from "./wires/gemini.ts";
import type { MockPart, MockReply, MockStop, MockUsage } from "./wires/reply.ts";
import { responsesWire } from "./wires/responses.ts";
import type { MockWire } from "./wires/wire.ts";

/** A response of the server. If empty, its text is "ok". */
export interface MockAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  /** `args` as a text is sent unchanged, so that it may be malformed. */
  readonly calls?: readonly MockCall[];
  readonly usage?: Partial<MockUsage>;
  readonly stop?: MockStop;
  readonly deltaChars?: number;
  /** Refusal in place of a response. */
  readonly refusal?: MockRefusal;
  /**
   * Failure after a number of events: the connection is cut, an error is sent, nothing more is
   * sent, or the stream ends.
   */
  readonly breaks?: {
    readonly after: number;
    readonly how: "drop" | "error" | "hang" | "end";
  };
  /** Awaited between the headers and the first event. */
  readonly hold?: Promise<unknown>;
}

interface MockCall {
  readonly name: string;
  readonly args: unknown;
  /** Whether it is a search for tools, which some protocols encode differently. */
  readonly isSearch?: boolean;
}

export interface MockRefusal {
  readonly status: number;
  readonly message: string;
  /** Error type of the protocol. */
  readonly type?: string;
  /** Sent as `retry-after`, in seconds. */
  readonly retryAfter?: string;
}

export interface MockRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves with whether the client stayed connected until the end of the response. */
  readonly stayed: Promise<boolean>;
}

export interface MockServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. Any path before the protocol's own is fine. */
  readonly url: string;
  /** Requests for a response so far, oldest first. */
  readonly requests: readonly MockRequest[];
  /** Adds responses, used in this order, once each; afterwards "ok". */
  push(...answers: readonly MockAnswer[]): void;
}

export interface MockServerOptions {
  /** Models that `GET …/models` lists. */
  readonly models?: readonly string[];
  /** Context window of each, as vLLM lists it. */
  readonly contextTokens?: number;
  /** Returns the response if none was pushed. Default: "ok". */
  readonly answer?: (request: Pick<MockRequest, "body">) => MockAnswer;
}

/**
 * Starts a provider on loopback that speaks chat completions, responses, Anthropic's messages and
 * Gemini's streamGenerateContent, returns scripted answers, and records requests. It has no clock:
 * it waits only if scripted.
 */
export async function startMockServer({
  models = ["mock-1"],
  contextTokens,
  answer: answerOf = () => ({}),
}: MockServerOptions = {}): Promise<MockServer> {
  const requests: MockRequest[] = [];
  const answers: MockAnswer[] = [];
  const server = createServer((incoming, response) => {
    void serve(incoming, response);
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    if (path.endsWith("/models")) {
      const data = models.map((id) => ({
        id,
        object: "model",
        owned_by: "mock",
        ...(contextTokens !== undefined && { max_model_len: contextTokens }),
      }));
      return sendJson(response, { status: 200, body: { object: "list", data } });
    }
    const wire = wireOf(path);
    const body = parseJson(await textOf(incoming))?.value;
    if (!wire || !isRecord(body))
      return sendJson(response, { status: 404, body: { error: { message: `No ${path} here.` } } });

    const { headers } = incoming;
    const stayed = once(response, "close").then(() => response.writableFinished);
    requests.push({ path, headers, body, stayed });
    const answer = answers.shift() ?? answerOf({ body });
    if (answer.refusal) return refuse(response, wire, answer.refusal);
    return stream(response, wire, { answer, model: modelOf(path, body), turn: requests.length });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    push: (...more) => {
      answers.push(...more);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function wireOf(path: string): MockWire | undefined {
  if (path.endsWith("/messages")) return anthropicWire;
  if (path.endsWith("/chat/completions")) return chatWire;
  if (path.endsWith("/responses")) return responsesWire;
  if (path.endsWith(":streamGenerateContent")) return geminiWire;
  return undefined;
}

function modelOf(path: string, body: Readonly<Record<string, unknown>>): string {
  if (typeof body["model"] === "string") return body["model"];
  return /models\/([^:]+):/.exec(path)?.[1] ?? "mock-1";
}

function refuse(response: ServerResponse, wire: MockWire, refusal: MockRefusal): void {
  const { status, message, type = "mock_error", retryAfter } = refusal;
  if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
  sendJson(response, { status, body: wire.refusal({ status, message, type }) });
}

function sendJson(
  response: ServerResponse,
  { status, body }: { status: number; body: unknown },
): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_mock" });
  response.end(JSON.stringify(body));
}

async function stream(
  response: ServerResponse,
  wire: MockWire,
  { answer, model, turn }: { answer: MockAnswer; model: string; turn: number },
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  const closed = once(response, "close");
  if (answer.hold) await Promise.race([answer.hold, closed]);

  let sent = 0;
  for (const frame of wire.frames(replyOf(answer, { model, turn }))) {
    if (sent === answer.breaks?.after) break;
    if (response.destroyed) return;
    if (!response.write(frame)) await Promise.race([once(response, "drain"), closed]);
    sent += 1;
  }
  if (answer.breaks?.how === "hang") return;
  if (answer.breaks?.how === "error") response.write(wire.breakage());
  if (answer.breaks?.how !== "drop") return void response.end();
  // Written data must be sent before the connection is cut.
  setImmediate(() => response.destroy());
}

function replyOf(answer: MockAnswer, { model, turn }: { model: string; turn: number }): MockReply {
  const { reasoning, calls = [], deltaChars = 4 } = answer;
  const text = answer.text ?? (calls.length > 0 ? "" : "ok");
  const parts: readonly MockPart[] = [
    ...(reasoning === undefined
      ? []
      : [{ type: "reasoning", text: reasoning, signature: `signature-${turn}` } as const]),
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map(({ name, args, isSearch = false }, at) => {
      const json = typeof args === "string" ? args : JSON.stringify(args);
      return { type: "call", id: `call_${turn}_${at}`, name, json, isSearch } as const;
    }),
  ];
  const stop = answer.stop ?? (calls.length > 0 ? "tool" : "end");
  const usage = {
    input: 10,
    cacheRead: 0,
    cacheWrite: 0,
    output: 5,
    reasoning: 0,
    ...answer.usage,
  };
  return { model, parts, stop, usage, deltaChars };
}
