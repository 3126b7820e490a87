import { once } from "node:events";
import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { askContextWindow } from "./ask-context-window.ts";

/** A server that answers these paths with JSON and all others with 404. */
async function serve(answers: Readonly<Record<string, unknown>>) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    const reply = async () => {
      bodies.push(await textOf(request));
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    };
    void reply();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { signal } = new AbortController();
  const ask = (model = "m") =>
    askContextWindow(model, { baseUrl: `http://127.0.0.1:${port}/v1`, signal, assumed: 32_768 });
  return {
    ask,
    bodies,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

test("vLLM and LM Studio name the window of each model in their list", async () => {
  await using vllm = await serve({
    "/v1/models": { data: [{ id: "other" }, { id: "m", max_model_len: 8192 }] },
  });
  expect(await vllm.ask()).toBe(8192);
  await using studio = await serve({
    "/v1/models": { data: [{ id: "m", loaded_context_length: 4096, context_length: 131_072 }] },
  });
  expect(await studio.ask()).toBe(4096);
});

test("llama.cpp names the window it was started with", async () => {
  await using server = await serve({
    "/v1/models": { data: [{ id: "m", meta: { n_ctx_train: 131_072 } }] },
    "/props": { default_generation_settings: { n_ctx: 16_384 } },
  });
  expect(await server.ask()).toBe(16_384);
});

test("Ollama names num_ctx, and without it the model's own window is an upper bound", async () => {
  const models = { data: [{ id: "m" }] };
  await using set = await serve({
    "/v1/models": models,
    "/api/show": {
      parameters: 'stop "<|end|>"\nnum_ctx                        65536',
      model_info: { "qwen3.context_length": 131_072 },
    },
  });
  expect(await set.ask()).toBe(65_536);
  expect(set.bodies.at(-1)).toBe('{"model":"m"}');
  await using small = await serve({
    "/v1/models": models,
    "/api/show": { model_info: { "gemma.context_length": 8192 } },
  });
  expect(await small.ask()).toBe(8192);
  await using large = await serve({
    "/v1/models": models,
    "/api/show": { model_info: { "qwen3.context_length": 131_072 } },
  });
  expect(await large.ask()).toBe(32_768);
});

test("a server that says nothing, or is not there, leaves the window open", async () => {
  const silent = await serve({ "/v1/models": { data: [{ id: "m", max_model_len: -1 }] } });
  expect(await silent.ask()).toBe(undefined);
  await silent[Symbol.asyncDispose]();
  expect(await silent.ask()).toBe(undefined);
});
