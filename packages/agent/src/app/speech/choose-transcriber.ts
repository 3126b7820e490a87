import { Fault } from "@reeve/sdk";
import type { SpeechConfig } from "../../integrations/speech.ts";
import { findProvider } from "../../llm/providers.ts";
import { Secret } from "../../platform/secret.ts";

/** The transcriber that was chosen, or why there is none. */
export type ChosenTranscriber =
  | {
      readonly type: "provider";
      readonly api: "openai" | "gemini";
      /** As people call it. */
      readonly provider: string;
      readonly baseUrl: string;
      readonly model: string;
      readonly key: Secret | undefined;
      /** How it was found, for people. */
      readonly reason: string;
    }
  | { readonly type: "command"; readonly argv: readonly string[] };

export interface ChooseTranscriberDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `agent.model` and `models.apiKey`: the key of a provider that can transcribe is used for that, too. */
  readonly models?:
    | {
        readonly model: string;
        readonly apiKey?: Secret | undefined;
        readonly baseUrl?: string | undefined;
      }
    | undefined;
}

interface TranscriberKind {
  readonly api: "openai" | "gemini";
  /** In the table of providers. */
  readonly provider: string;
  readonly model: string;
}

/** Providers that transcribe, in the order in which their keys are looked for. */
const TRANSCRIBERS: readonly [
  openai: TranscriberKind,
  groq: TranscriberKind,
  gemini: TranscriberKind,
] = [
  { api: "openai", provider: "openai", model: "gpt-4o-mini-transcribe" },
  { api: "openai", provider: "groq", model: "whisper-large-v3-turbo" },
  { api: "gemini", provider: "google", model: findProvider("google").model ?? "" },
];

/**
 * Chooses the transcriber that the config names; with `auto`, the first provider that has a key.
 * Returns undefined if there is none. Throws `denied` if a provider was chosen and there is no key
 * for its own address.
 */
export function chooseTranscriber(
  { stt }: Pick<SpeechConfig, "stt">,
  deps: ChooseTranscriberDeps,
): ChosenTranscriber | undefined {
  const [openai, , gemini] = TRANSCRIBERS;
  switch (stt.provider) {
    case "none":
      return undefined;
    case "command":
      return stt.command && { type: "command", argv: stt.command };
    case "openai":
      return chosen(openai, stt, deps);
    case "gemini":
      return chosen(gemini, stt, deps);
    case "auto":
      // A base URL or a key without a provider means a server with OpenAI's protocol.
      if (stt.baseUrl !== undefined || stt.apiKey) return chosen(openai, stt, deps);
      return TRANSCRIBERS.map((hearer) => byKey(hearer, stt, deps)).find(
        (one) => one !== undefined,
      );
  }
}

function chosen(
  { api, provider, model }: TranscriberKind,
  stt: SpeechConfig["stt"],
  deps: ChooseTranscriberDeps,
): ChosenTranscriber {
  const found = keyOf(provider, deps);
  // A key of the environment belongs to the provider's own address.
  const key = stt.apiKey ?? (stt.baseUrl === undefined ? found?.key : undefined);
  if (!key && stt.baseUrl === undefined)
    throw new Fault("denied", `No API key for ${provider}, the provider set in speech.stt.`, {
      hint: `Set ${findProvider(provider).key ?? "its API key"} or speech.stt.apiKey, or set speech.stt.provider to none.`,
    });
  return {
    type: "provider",
    api,
    provider,
    baseUrl: (stt.baseUrl ?? findProvider(provider).baseUrl).replace(/\/+$/, ""),
    model: stt.model ?? model,
    key,
    reason: "speech.stt.provider",
  };
}

function byKey(
  { api, provider, model }: TranscriberKind,
  stt: SpeechConfig["stt"],
  deps: ChooseTranscriberDeps,
): ChosenTranscriber | undefined {
  const found = keyOf(provider, deps);
  if (!found) return undefined;
  const { key, reason } = found;
  const { baseUrl } = findProvider(provider);
  return { type: "provider", api, provider, baseUrl, model: stt.model ?? model, key, reason };
}

function keyOf(
  provider: string,
  { env, models }: ChooseTranscriberDeps,
): { readonly key: Secret; readonly reason: string } | undefined {
  const variable = findProvider(provider).key;
  const text = variable === undefined ? undefined : env[variable];
  if (text) return { key: new Secret(text), reason: `key from ${variable ?? ""}` };
  const isOwn = models?.model.split("/", 1)[0] === provider && models.baseUrl === undefined;
  if (!isOwn || !models.apiKey) return undefined;
  return { key: models.apiKey, reason: "key from models.apiKey" };
}
