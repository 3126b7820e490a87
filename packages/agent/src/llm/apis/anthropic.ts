import type { Wire } from "./wire.ts";

/** Anthropic's messages. */
export const anthropic: Wire = {
  async open({ model, baseUrl, key = "", fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
  // Arguments are read when they are whole, and not every server knows the field that asks for
  // less. Pings show that a long thought goes on.
  requestOptions: () => ({ anthropic: { toolStreaming: false, includePings: true } }),
  cacheMark: ({ lifetime }) => ({
    anthropic: {
      cacheControl: { type: "ephemeral", ...(lifetime === "long" && { ttl: "1h" }) },
    },
  }),
};
