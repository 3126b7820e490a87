import { parseJson } from "../../kernel/text/parse-json.ts";
import { Secret } from "../../platform/secret.ts";
import { createModel } from "../apis/create-model.ts";
import type { ModelRequest } from "../model.ts";
import { findProvider } from "../providers.ts";

/** Returns the body that a provider would receive for a request; nothing is sent. */
export async function bodyOf(provider: string, request: ModelRequest): Promise<unknown> {
  let body: unknown;
  const { model = "mock-1" } = findProvider(provider);
  const asked = createModel(
    { provider, model, key: new Secret("key") },
    {
      entry: undefined,
      clock: { now: () => 0 },
      fetch: async (_url, init) => {
        body = typeof init?.body === "string" ? parseJson(init.body)?.value : undefined;
        return new Response("{}", { status: 500 });
      },
    },
  );
  await Array.fromAsync(asked.stream(request, { signal: new AbortController().signal }));
  return body;
}
