import { isFault } from "@reeve/sdk";
import { systemClock } from "../../../kernel/clock.ts";
import { createProcesses } from "../../../platform/child-process.ts";
import type { SpeechConfig } from "../../../integrations/speech.ts";
import { createSpeech } from "../../speech/create-speech.ts";
import { chooseTranscriber, type ChooseTranscriberDeps } from "../../speech/choose-transcriber.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface SpeechFinding {
  readonly state: "ok" | "warning";
  readonly message: string;
}

export interface CheckSpeechOptions extends ChooseTranscriberDeps {
  /** Whether providers may be asked: one short word is said. */
  readonly scope: "local" | "online";
  readonly signal: AbortSignal;
  /** In place of the address of Edge's voices. */
  readonly edgeUrl?: string | undefined;
}

/** Programs on this machine, which may be tried without asking anybody. */
const PROGRAMS: ReadonlySet<SpeechConfig["tts"]["provider"]> = new Set([
  "espeak",
  "piper",
  "command",
]);

const SPEAK_TIMEOUT_MS = 15_000;

/** Says who hears voice messages and who says answers, and tries the voice where that costs nothing or was asked for. */
export async function checkSpeech(
  config: SpeechConfig,
  { scope, signal, edgeUrl, ...parts }: CheckSpeechOptions,
): Promise<SpeechFinding> {
  const create = async () =>
    createSpeech(config, {
      ...parts,
      clock: systemClock,
      random: Math.random,
      processes: createProcesses({ env: parts.env }),
      edgeUrl,
    });
  const made = await attempt(create());
  if (made.status === "rejected") return toWarning(made.reason);
  const { hear, say } = made.value;
  const hears = hear ? `transcribes with ${hear.id}${reasonFor(config, parts)}` : NOBODY_HEARS;
  if (!say) return { state: "ok", message: `${hears}; replies are text only` };
  const says = `speaks with ${say.id}`;
  if (scope === "local" && !PROGRAMS.has(config.tts.provider))
    return { state: "ok", message: `${hears}; ${says}; test it with: reeve doctor --online` };
  const time = AbortSignal.timeout(SPEAK_TIMEOUT_MS);
  const ending = AbortSignal.any([signal, time]);
  const said = await attempt(say.speak("Hello.", { signal: ending }));
  if (said.status === "rejected" && time.aborted)
    return {
      state: "warning",
      message: `${say.id} returned no speech within ${SPEAK_TIMEOUT_MS / 1000} seconds.`,
    };
  if (said.status === "rejected") return toWarning(said.reason);
  return { state: "ok", message: `${hears}; ${says}, works` };
}

const NOBODY_HEARS =
  "cannot transcribe voice messages (set OPENAI_API_KEY, GROQ_API_KEY or GEMINI_API_KEY, or speech.stt)";

function reasonFor(config: SpeechConfig, deps: ChooseTranscriberDeps): string {
  const found = chooseTranscriber(config, deps);
  return found?.type === "provider" && config.stt.provider === "auto" ? ` (${found.reason})` : "";
}

function toWarning(reason: unknown): SpeechFinding {
  if (!isFault(reason)) throw reason;
  return { state: "warning", message: [reason.message, reason.hint].filter(Boolean).join(" ") };
}
