import type { Wire } from "./wire.ts";

const CACHE_KEY_CHARS = 64;

/** OpenAI's responses. Nothing is stored at the provider: reasoning comes back encrypted and goes along. */
export const openaiResponses: Wire = {
  async open({ model, baseUrl, key = "", fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ baseURL: baseUrl, apiKey: key, fetch }).responses(model);
  },
  // The published types demand it, although the API does without.
  imageOptions: { openai: { imageDetail: "auto" } },
  requestOptions: ({ cache }, { quirks }) => ({
    openai: {
      store: false,
      include: ["reasoning.encrypted_content"],
      ...(cache && { promptCacheKey: cache.key.slice(0, CACHE_KEY_CHARS) }),
      ...(quirks?.plainSystem && { systemMessageMode: "system" }),
    },
  }),
};
