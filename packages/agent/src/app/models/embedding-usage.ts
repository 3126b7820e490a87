import { billingDay } from "../../domains/billing.ts";
import { chargeMoney } from "../../domains/limits.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { EmbeddingUsage } from "../../llm/embeddings.ts";
import type { Repositories } from "../../store/store.ts";

/** Records what embedding providers are owed, until the next commit counts it. */
export interface EmbeddingRecorder {
  add(usage: EmbeddingUsage): void;
  /** Writes what is owed. It is owed until `settle`: the commit may fail, and then writes it again. */
  write(tx: Pick<Repositories, "usage" | "limits">): Promise<void>;
  /** Marks what was written last as durable. */
  settle(): void;
  readonly isEmpty: boolean;
}

export interface EmbeddingRecorderDeps {
  readonly tenant: string;
  readonly clock: Clock;
  readonly timeZone: string;
}

export function createEmbeddingRecorder({
  tenant,
  clock,
  timeZone,
}: EmbeddingRecorderDeps): EmbeddingRecorder {
  const owed: EmbeddingUsage[] = [];
  let written = 0;
  return {
    add: (usage) => void owed.push(usage),
    async write(tx) {
      const now = clock.now();
      const entries = owed.slice();
      written = entries.length;
      for (const { model, tokens, costNano } of entries)
        await tx.usage.addUnasked({
          tenant,
          model,
          purpose: "embed",
          inputTokens: tokens,
          cachedTokens: 0,
          cacheWriteTokens: 0,
          outputTokens: 0,
          reasoningTokens: 0,
          costNano: costNano ?? null,
          at: now,
          day: billingDay(now, timeZone),
        });
      const nano = entries.reduce((sum, { costNano }) => sum + (costNano ?? 0n), 0n);
      await chargeMoney(tx.limits, { payer: { tenant }, nano }, { now, timeZone });
    },
    settle() {
      owed.splice(0, written);
      written = 0;
    },
    get isEmpty() {
      return owed.length === 0;
    },
  };
}
