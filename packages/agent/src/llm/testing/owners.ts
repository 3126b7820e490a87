import type { ConversationOwner } from "./any-conversation.ts";

const signed = { reasoningEncryptedContent: "c2lnbmVk", itemId: "rs_1" };

/** A provider of each protocol, its model, and what that attaches to its answers. */
export const OWNERS: readonly (ConversationOwner & { readonly provider: string })[] = [
  {
    provider: "anthropic",
    model: "anthropic/claude-sonnet-5-5",
    reasoning: { anthropic: { signature: "c2lnbmVk" } },
  },
  {
    provider: "openai",
    model: "openai/gpt-6.1-sol",
    reasoning: { openai: signed },
    call: { openai: { itemId: "fc_1" } },
  },
  {
    provider: "google",
    model: "google/gemini-3.8-flash",
    reasoning: { google: { thoughtSignature: "c2lnbmVk" } },
    call: { google: { thoughtSignature: "c2lnbmVk" } },
  },
  { provider: "groq", model: "groq/openai/gpt-oss-120b", reasoning: {} },
  { provider: "mistral", model: "mistral/mistral-large-latest", reasoning: {} },
  { provider: "moonshot", model: "moonshot/k3", reasoning: {} },
  { provider: "cocoon", model: "cocoon/Qwen/Qwen3-32B", reasoning: {} },
];
