/** About how many tokens a request's parts took, and of what it was composed. */
export interface PromptSizes {
  /** Earlier exchanges of the session, as far as they were sent. */
  readonly estTokensHistory: number;
  /** Context around the messages: see `contextLayers`. */
  readonly estTokensContext: number;
  /** Running turn: its input, and the steps so far. */
  readonly estTokensUserTurn: number;
  /** Layers present in the context: `tools`, `system`, `pinned`, `summary`, `extras`, in prompt order. */
  readonly contextLayers: readonly string[];
  /** Number of earlier inputs sent. */
  readonly historyInteractions: number;
}
