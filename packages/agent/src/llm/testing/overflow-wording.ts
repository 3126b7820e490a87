import type { ProviderName } from "../providers.ts";
import type { MockRefusal } from "./mock-server.ts";

/** How each provider says that a request does not fit, as its documentation and users report it. */
export const OVERFLOW_WORDING: Readonly<Record<ProviderName, MockRefusal>> = {
  anthropic: bad("prompt is too long: 213462 tokens > 200000 maximum"),
  "claude-code": bad("prompt is too long: 1000123 tokens > 1000000 maximum"),
  openai: {
    status: 400,
    type: "context_length_exceeded",
    message:
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
  },
  google: bad(
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048576).",
  ),
  xai: bad("This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
  groq: bad("Please reduce the length of the messages or completion."),
  openrouter: bad(
    "This endpoint's maximum context length is 128000 tokens. However, you requested about 150000 tokens.",
  ),
  moonshot: bad("Invalid request: Your request exceeded model token limit: 262144"),
  mistral: {
    status: 422,
    message: "Prompt contains 40123 tokens, too large for model with 32768 maximum context length",
  },
  cerebras: bad(
    "Please reduce the length of the messages or completion. Current length is 70000 while limit is 65536",
  ),
  zai: { status: 400, type: "1261", message: "Prompt too long" },
  minimax: bad("invalid params, context window exceeds limit (2013)"),
  huggingface: {
    status: 422,
    message:
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 9000 `inputs` tokens",
  },
  cocoon: bad(
    "This model's maximum context length is 40960 tokens. However, you requested 51000 tokens.",
  ),
  local: bad("the request exceeds the available context size, try increasing it"),
};

function bad(message: string): MockRefusal {
  return { status: 400, type: "invalid_request_error", message };
}
