import { isFault } from "@reeve/sdk";
import { systemClock } from "../../../kernel/clock.ts";
import type { EmbeddingConfig } from "../../../llm/embeddings.ts";
import { createEmbedder } from "../../models/create-embedder.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface EmbedderFinding {
  readonly state: "ok" | "warning";
  readonly message: string;
}

export interface CheckEmbedderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether providers may be asked, which costs a little. */
  readonly scope: "local" | "online";
  readonly signal: AbortSignal;
}

/** Tries the embedder. Without one, memory search matches keywords only, so nothing here is a problem. */
export async function checkEmbedder(
  config: EmbeddingConfig,
  { env, scope, signal }: CheckEmbedderOptions,
): Promise<EmbedderFinding> {
  await using embedder = createEmbedder(config, {
    env,
    clock: systemClock,
    lookUp: async () => new Map(),
  });
  if (!embedder) return { state: "ok", message: "none: memory search matches keywords only" };
  const name = `${embedder.id}, ${embedder.dims} dimensions`;
  if (config.provider !== "local" && scope === "local")
    return { state: "ok", message: `${name}; test it with: reeve doctor --online` };
  const tried = await attempt(embedder.embed(["Is this working?"], { signal, purpose: "query" }));
  if (tried.status === "fulfilled") return { state: "ok", message: `${name}, works` };
  const { reason } = tried;
  if (!isFault(reason)) throw reason;
  return { state: "warning", message: [reason.message, reason.hint].filter(Boolean).join(" ") };
}
