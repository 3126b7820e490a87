import { z } from "zod";
import { attempt } from "../../kernel/attempt.ts";
import type { ServerAddress } from "./list-served-models.ts";

const tokens = z.int().positive();

/** vLLM and LM Studio name the window in the list of models. */
const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: tokens.optional(),
      loaded_context_length: tokens.optional(),
      context_length: tokens.optional(),
    }),
  ),
});

/** llama.cpp: the window that the server was started with. */
const propsSchema = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) });

/** Ollama: `num_ctx` among the parameters is the window; without it, the model's own is an upper bound. */
const showSchema = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Asks a local server for the context window of a model, in tokens, as vLLM, LM Studio, llama.cpp and
 * Ollama report it. Returns undefined if the server does not say or cannot be reached.
 */
export async function askContextWindow(
  model: string,
  { assumed, ...address }: ServerAddress & { readonly assumed: number },
): Promise<number | undefined> {
  const root = address.baseUrl.replace(/\/v1\/?$/, "");
  const list = listSchema.safeParse(await askJson(`${address.baseUrl}/models`, address));
  const entry = list.data?.data.find(({ id }) => id === model);
  const listed = entry?.max_model_len ?? entry?.loaded_context_length ?? entry?.context_length;
  if (listed !== undefined) return listed;

  const props = propsSchema.safeParse(await askJson(`${root}/props`, address));
  if (props.success) return props.data.default_generation_settings.n_ctx;

  const body = JSON.stringify({ model });
  const show = showSchema.safeParse(await askJson(`${root}/api/show`, address, body));
  const set = /^num_ctx\s+(\d+)/m.exec(show.data?.parameters ?? "")?.[1];
  if (set !== undefined) return Number(set);
  const own = Object.entries(show.data?.model_info ?? {}).find(([key]) =>
    key.endsWith(".context_length"),
  );
  const most = tokens.safeParse(own?.[1]);
  return most.success ? Math.min(most.data, assumed) : undefined;
}

async function askJson(
  url: string,
  { key, signal, fetch: send = fetch }: ServerAddress,
  body?: string,
): Promise<unknown> {
  const headers = {
    ...(key && { authorization: `Bearer ${key.reveal()}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = body === undefined ? { headers, signal } : { method: "POST", headers, signal, body };
  const asked = async () => {
    const response = await send(url, init);
    return response.ok ? response.json() : undefined;
  };
  const answer = await attempt(asked());
  return answer.status === "fulfilled" ? answer.value : undefined;
}
