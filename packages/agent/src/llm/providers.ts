import { Fault } from "@reeve/sdk";
import { suggestName } from "../kernel/text/suggest-name.ts";

/** A protocol; each is a file in `apis/`. */
export type Api = "anthropic" | "openai-responses" | "openai-chat" | "google" | "cocoon-xml";

/** Settings of a provider. */
export interface Provider {
  readonly api: Api;
  readonly baseUrl: string;
  /** Environment variable that holds the key. Absent if no key is needed. */
  readonly key?: string;
  /** Credentials file of another program, in the home directory; never written. */
  readonly keyFile?: string;
  /** Default model. Absent: the first one that the server lists. */
  readonly model?: string;
  /** Model for summaries and other small tasks. */
  readonly utilityModel?: string;
  /** Short names of models. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Maximum number of tools per request. */
  readonly maxTools?: number;
  /** Context window of models that are not in the catalog. */
  readonly contextTokens: number;
  /** Models of the provider that get found tools by reference; its protocol must support that. */
  readonly toolReferences?: RegExp;
  /** How long it may take to begin a response, in milliseconds. Default: 10 s. */
  readonly slowMs?: number;
  readonly quirks?: Quirks;
  /** Note for people who choose this provider. */
  readonly note?: string;
  /** Used only if the config names it. */
  readonly offByDefault?: true;
}

/** Differences from other providers with the same protocol. */
export interface Quirks {
  /** Name of the field that limits the answer. Default: `max_tokens`. */
  readonly maxTokensField?: string;
  /** Field for the cache key. Absent if there is none. */
  readonly cacheKeyField?: string;
  /** Additional fields of every request. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** All allowed fields of a request; others are left out. */
  readonly allowedFields?: readonly string[];
  /** Whether it returns usage by default, and does not know the option for it. */
  readonly countsUnasked?: true;
  /** Chat completions only: whether it wants its reasoning back with the next request. */
  readonly takesReasoning?: true;
  /** Whether it accepts only one temperature. */
  readonly fixedTemperature?: true;
  /** Whether it accepts OpenAI's strict schemas. */
  readonly strictTools?: true;
  /** Exact number of letters and digits that ids of calls must have. */
  readonly callIdChars?: number;
  /** Whether the system prompt has the role `system` for every model. */
  readonly plainSystem?: true;
}

const MAX_TOOLS = 128;

const CLAUDE = {
  model: "claude-sonnet-5-5",
  utilityModel: "claude-haiku-5-5",
  aliases: {
    fable: "claude-fable-5-2",
    opus: "claude-opus-5-5",
    sonnet: "claude-sonnet-5-5",
    haiku: "claude-haiku-5-5",
  },
  // From version 4.5 on.
  toolReferences: /^claude-(?:fable|haiku|opus|sonnet)-(?:4-[5-9]|[5-9])(?!\d)/,
} as const;

/** All providers. To add one, add an entry; the test suite covers it. */
export const PROVIDERS = {
  anthropic: {
    api: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    key: "ANTHROPIC_API_KEY",
    ...CLAUDE,
    contextTokens: 200_000,
  },
  "claude-code": {
    api: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyFile: ".claude/.credentials.json",
    ...CLAUDE,
    contextTokens: 200_000,
    offByDefault: true,
    note: "Reads the credentials file from a local Claude Code installation. The vendor's terms restrict such tokens to its own product, and the API may refuse them.",
  },
  openai: {
    api: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    key: "OPENAI_API_KEY",
    model: "gpt-6.1-sol",
    utilityModel: "gpt-6-luna",
    aliases: { sol: "gpt-6.1-sol", terra: "gpt-6.1-terra", luna: "gpt-6-luna" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    // From version 5.4 on; unknown for the smallest ones.
    toolReferences: /^gpt-(?:5\.[4-9]|[6-9])(?!\d)(?!.*-nano)/,
    quirks: { strictTools: true },
  },
  google: {
    api: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    key: "GEMINI_API_KEY",
    model: "gemini-3.8-flash",
    utilityModel: "gemini-3.5-flash-lite",
    aliases: {
      flash: "gemini-3.8-flash",
      lite: "gemini-3.5-flash-lite",
      pro: "gemini-3.1-pro-preview",
    },
    maxTools: MAX_TOOLS,
    contextTokens: 1_000_000,
  },
  xai: {
    api: "openai-responses",
    baseUrl: "https://api.x.ai/v1",
    key: "XAI_API_KEY",
    model: "grok-4.7",
    utilityModel: "grok-4.3",
    aliases: { grok: "grok-4.7" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    quirks: { plainSystem: true },
  },
  groq: {
    api: "openai-chat",
    baseUrl: "https://api.groq.com/openai/v1",
    key: "GROQ_API_KEY",
    model: "openai/gpt-oss-120b",
    utilityModel: "openai/gpt-oss-20b",
    aliases: { oss: "openai/gpt-oss-120b", llama: "llama-3.3-70b-versatile" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    quirks: { maxTokensField: "max_completion_tokens" },
  },
  openrouter: {
    api: "openai-chat",
    baseUrl: "https://openrouter.ai/api/v1",
    key: "OPENROUTER_API_KEY",
    model: "anthropic/claude-sonnet-5.5",
    utilityModel: "anthropic/claude-haiku-5.5",
    aliases: { sonnet: "anthropic/claude-sonnet-5.5", haiku: "anthropic/claude-haiku-5.5" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    quirks: { extraBody: { usage: { include: true } }, cacheKeyField: "prompt_cache_key" },
  },
  moonshot: {
    api: "openai-chat",
    baseUrl: "https://api.kimi.com/coding/v1",
    key: "KIMI_API_KEY",
    model: "k3",
    utilityModel: "kimi-for-coding",
    aliases: { kimi: "k3" },
    maxTools: MAX_TOOLS,
    contextTokens: 256_000,
    quirks: { cacheKeyField: "prompt_cache_key", takesReasoning: true, fixedTemperature: true },
  },
  mistral: {
    api: "openai-chat",
    baseUrl: "https://api.mistral.ai/v1",
    key: "MISTRAL_API_KEY",
    model: "mistral-large-latest",
    utilityModel: "mistral-small-latest",
    aliases: { large: "mistral-large-latest", small: "mistral-small-latest" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    quirks: { callIdChars: 9, countsUnasked: true },
  },
  cerebras: {
    api: "openai-chat",
    baseUrl: "https://api.cerebras.ai/v1",
    key: "CEREBRAS_API_KEY",
    model: "gpt-oss-120b",
    utilityModel: "gpt-oss-120b",
    aliases: { oss: "gpt-oss-120b" },
    maxTools: MAX_TOOLS,
    contextTokens: 64_000,
    quirks: { maxTokensField: "max_completion_tokens" },
  },
  zai: {
    api: "openai-chat",
    baseUrl: "https://api.z.ai/api/coding/paas/v4",
    key: "ZAI_API_KEY",
    model: "glm-5.3",
    utilityModel: "glm-5.3-flash",
    aliases: { glm: "glm-5.3", flash: "glm-5.3-flash" },
    maxTools: MAX_TOOLS,
    contextTokens: 128_000,
    quirks: { takesReasoning: true },
  },
  minimax: {
    api: "anthropic",
    baseUrl: "https://api.minimax.io/anthropic/v1",
    key: "MINIMAX_API_KEY",
    model: "MiniMax-M3",
    utilityModel: "MiniMax-M3.1-Flash",
    aliases: { m3: "MiniMax-M3" },
    maxTools: MAX_TOOLS,
    contextTokens: 200_000,
  },
  huggingface: {
    api: "openai-chat",
    baseUrl: "https://router.huggingface.co/v1",
    key: "HF_TOKEN",
    model: "moonshotai/Kimi-K3",
    utilityModel: "openai/gpt-oss-20b",
    aliases: { kimi: "moonshotai/Kimi-K3", oss: "openai/gpt-oss-120b" },
    maxTools: MAX_TOOLS,
    contextTokens: 64_000,
  },
  cocoon: {
    api: "cocoon-xml",
    baseUrl: "http://127.0.0.1:10000/v1",
    model: "Qwen/Qwen3-32B",
    utilityModel: "Qwen/Qwen3-32B",
    aliases: { qwen: "Qwen/Qwen3-32B" },
    maxTools: MAX_TOOLS,
    contextTokens: 32_768,
    quirks: {
      allowedFields: ["model", "messages", "stream", "stream_options", "max_tokens", "temperature"],
    },
    note: "Needs its own daemon on this machine, which pays for the answers.",
  },
  local: {
    api: "openai-chat",
    baseUrl: "http://127.0.0.1:11434/v1",
    maxTools: MAX_TOOLS,
    contextTokens: 32_768,
    // Without a graphics card it reads a long prompt for a while before it responds at all.
    slowMs: 30_000,
    note: "Ollama, LM Studio, llama.cpp or vLLM, found by their ports, or any server by its base URL.",
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof PROVIDERS;

/**
 * Returns the entry of a provider. Throws `missing` with the most similar name if there is none.
 */
export function findProvider(name: string): Provider {
  const providers: Readonly<Record<string, Provider>> = PROVIDERS;
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider) return provider;
  const names = Object.keys(providers);
  throw new Fault("missing", `Unknown provider: "${name}".`, {
    hint: `Did you mean "${suggestName(name, names) ?? names[0]}"? Known: ${names.join(", ")}.`,
  });
}

/** Returns the id of an alias; any other name counts as an id. */
export function resolveModelName({ aliases = {} }: Provider, name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}
