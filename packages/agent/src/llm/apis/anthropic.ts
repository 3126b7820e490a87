import type { VendorTool } from "./vendor.ts";
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
  // Deferred tools are no part of the prompt, and a reference puts its tool where it stands.
  late: {
    list: (has, deferred) => [
      ...has,
      ...deferred.map((tool) => ({
        ...tool,
        providerOptions: { anthropic: { deferLoading: true } },
      })),
    ],
    // Text does not go together with references.
    found: ({ known, others }) => {
      if (known.length === 0 || others.length > 0) return undefined;
      return { type: "content", value: known.map(toReference) };
    },
  },
  cacheMark: ({ lifetime }) => ({
    anthropic: {
      cacheControl: { type: "ephemeral", ...(lifetime === "long" && { ttl: "1h" }) },
    },
  }),
};

function toReference({ name }: VendorTool) {
  const options = { type: "tool-reference", toolName: name };
  return { type: "custom", providerOptions: { anthropic: options } } as const;
}
