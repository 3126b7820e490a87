/** Tokens as the provider counted them. */
export interface Usage {
  /** All that the model read, cached or not. */
  readonly inputTokens: number;
  /** Of these, the ones that came out of the cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Of the input, the ones that were written into the cache. */
  readonly cacheWriteTokens?: number | undefined;
  /** Of the output, the ones spent on reasoning. */
  readonly reasoningTokens?: number | undefined;
  /** Billionths of a dollar. Absent when the price is not known. */
  readonly costNano?: bigint | undefined;
}

/** What one request used, and which model it went to. */
export interface ModelUsage {
  readonly model: string;
  readonly usage: Usage;
}
