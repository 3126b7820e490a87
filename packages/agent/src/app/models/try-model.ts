import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import { createModelPool, type ModelSpec } from "../../llm/apis/model-pool.ts";
import type { ModelError } from "../../llm/model.ts";

export interface TryOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyFile: string;
  readonly signal: AbortSignal;
}

/** The least that every provider accepts as a limit. */
const MAX_TOKENS = 16;

const TIMEOUTS = { firstTokenMs: 60_000, idleMs: 30_000 };

/**
 * Sends one tiny request. Resolves to what went wrong; undefined when the model
 * answered. Rejects with `missing` for an unknown provider.
 */
export async function tryModel(
  wanted: ModelSpec,
  { clock, newId, keyFile, signal }: TryOptions,
): Promise<ModelError | undefined> {
  const pool = createModelPool({ clock, keyFile, timeouts: TIMEOUTS });
  const model = await pool.get(wanted);
  const request = {
    id: newId(),
    system: ["Answer with one word."],
    messages: [{ role: "user", text: "Are you there?" }],
    tools: [],
    maxTokens: MAX_TOKENS,
  } as const;
  for await (const event of model.stream(request, { signal }))
    if (event.type === "error") return event.error;
  return undefined;
}
