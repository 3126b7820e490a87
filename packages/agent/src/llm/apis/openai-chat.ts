import type { Quirks } from "../providers.ts";
import type { Wire } from "./wire.ts";

/** The vendor's name for itself in options; it has none of its own. */
const NAME = "chat";

/** OpenAI's chat completions, as most providers speak them. */
export const openaiChat: Wire = {
  async open({ provider: { quirks = {} }, model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible({
      name: NAME,
      baseURL: baseUrl,
      fetch,
      includeUsage: !quirks.countsUnasked,
      transformRequestBody: (body) => toBody(body, quirks),
      ...(key !== undefined && { apiKey: key }),
    })(model);
  },
  joinsSystem: true,
  requestOptions: ({ cache }, { quirks }) => {
    const field = quirks?.cacheKeyField;
    return cache && field !== undefined ? { [NAME]: { [field]: cache.key } } : {};
  },
};

/** Brings the body of a request into the form that the provider takes. */
function toBody(
  { max_tokens: maxTokens, ...body }: Readonly<Record<string, unknown>>,
  { maxTokensField = "max_tokens", extraBody, allowedFields }: Quirks,
): Record<string, unknown> {
  const whole = {
    ...body,
    ...(maxTokens !== undefined && { [maxTokensField]: maxTokens }),
    ...extraBody,
  };
  if (!allowedFields) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([key]) => allowedFields.includes(key)));
}
