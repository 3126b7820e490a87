/**
 * A model server for one model, as OpenAI's chat completions on 127.0.0.1:
 * `serve-local-model.ts <module of node-llama-cpp> <weights>`. Prints its base URL,
 * then a line of JSON for each answer that ended. Ends when its standard input does.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json as jsonOf } from "node:stream/consumers";
import { z } from "zod";
import { createInOrder } from "../../src/platform/serial-queue.ts";
import {
  callSchema,
  type LocalChatRequest,
  localChatRequest,
  toTranscript,
  wantsCall,
} from "./local-chat-request.ts";
import { loadLlamaLibrary } from "./load-llama-library.ts";

const MODEL = "gemma3-270m";
const CONTEXT_TOKENS = 2048;
/** More of them wait for each other on a busy machine, and take many times as long. */
const THREADS = 1;
/** Texts at which the model starts to play the other roles. */
const STOPS = ["\nQuestion:", "\nCall:", "\nAnswer:"];

const call = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });

const [modulePath = "", modelPath = ""] = process.argv.slice(2);
const { getLlama, LlamaCompletion, LlamaJsonSchemaGrammar } = await loadLlamaLibrary(modulePath);
const llama = await getLlama({
  gpu: false,
  build: "never",
  logLevel: "error",
  maxThreads: THREADS,
});
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: THREADS });
const completion = new LlamaCompletion({ contextSequence: context.getSequence() });
const inOrder = createInOrder();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = localChatRequest.parse(await jsonOf(incoming));
  const { temperature, max_tokens: maxTokens, tools } = request;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  const end = await inOrder(() => stream(request, response, closed.signal));
  const offered = tools.map(({ function: tool }) => tool.name);
  print(JSON.stringify({ temperature, maxTokens, offered, end }));
}

/** Answers how it ended. */
async function stream(
  request: LocalChatRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<string> {
  const { max_tokens: maxTokens, temperature = 0 } = request;
  const prompt = toTranscript(request);
  const promptTokens = model.tokenize(prompt).length;
  if (promptTokens + maxTokens > CONTEXT_TOKENS) {
    const message = `the request exceeds the available context size (${promptTokens} + ${maxTokens} > ${CONTEXT_TOKENS})`;
    reply(response, 400, { error: { message, code: "context_length_exceeded" } });
    return "refused";
  }

  const isCall = wantsCall(request);
  const chunks = openChunks(response);
  let text = "";
  let tokens = 0;
  const { metadata } = await completion.generateCompletionWithMeta(prompt, {
    maxTokens,
    temperature,
    signal,
    stopOnAbortSignal: true,
    ...(isCall && { grammar: new LlamaJsonSchemaGrammar(llama, callSchema(request)) }),
    ...(!isCall && { customStopTriggers: STOPS }),
    onToken: ({ length }) => void (tokens += length),
    onTextChunk: (chunk) => {
      text += chunk;
      if (!isCall) chunks.send({ content: chunk });
    },
  });
  if (signal.aborted) return "closed";
  const isCut = metadata.stopReason === "maxTokens";
  if (isCall && !isCut) chunks.send(toCallDelta(text));
  const whole = isCall ? "tool_calls" : "stop";
  return chunks.end(isCut ? "length" : whole, { prompt: promptTokens, completion: tokens });
}

/** Returns the call that the model wrote, which the grammar made JSON. */
function toCallDelta(text: string): object {
  const { tool: name, arguments: args } = call.parse(JSON.parse(text));
  const asked = { name, arguments: JSON.stringify(args) };
  return { tool_calls: [{ index: 0, id: "call", type: "function", function: asked }] };
}

/** Opens a response of server-sent events. */
function openChunks(response: ServerResponse) {
  const write = (body: object) => {
    const chunk = { id: "answer", object: "chat.completion.chunk", created: 0, model: MODEL };
    response.write(`data: ${JSON.stringify({ ...chunk, ...body })}\n\n`);
  };
  const send = (delta: object, reason: string | null = null) =>
    write({ choices: [{ index: 0, delta, finish_reason: reason }] });

  response.writeHead(200, { "content-type": "text/event-stream" });
  send({ role: "assistant", content: "" });
  return {
    send: (delta: object) => send(delta),
    end(reason: string, tokens: { readonly prompt: number; readonly completion: number }) {
      send({}, reason);
      const { prompt, completion: said } = tokens;
      const usage = { prompt_tokens: prompt, completion_tokens: said, total_tokens: prompt + said };
      write({ choices: [], usage });
      response.end("data: [DONE]\n\n");
      return reason;
    },
  };
}

const server = createServer((incoming, response) => {
  if (incoming.url === "/v1/models") return reply(response, 200, { data: [{ id: MODEL }] });
  if (incoming.url === "/v1/chat/completions") return void answer(incoming, response);
  return reply(response, 404, { error: { message: `There is no ${incoming.url}.` } });
});
process.stdin.resume().once("end", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address !== "string") print(`http://127.0.0.1:${address.port}/v1`);
});
