/** Tokens as the provider counted them. */
export interface Usage {
  /** All that the model read, cached or not. */
  readonly inputTokens: number;
  /** Input tokens read from the cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Input tokens written to the cache. */
  readonly cacheWriteTokens?: number | undefined;
  /** Output tokens spent on reasoning. */
  readonly reasoningTokens?: number | undefined;
  /** Billionths of a dollar. Absent when the price is not known. */
  readonly costNano?: bigint | undefined;
}

/** Usage of one request, and the model that served it. */
export interface ModelUsage {
  readonly model: string;
  readonly usage: Usage;
}
