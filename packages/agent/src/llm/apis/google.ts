import type { Wire } from "./wire.ts";

/** Gemini's generateContent. */
export const google: Wire = {
  async open({ model, baseUrl, key = "", fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
  requestOptions: () => ({}),
};
