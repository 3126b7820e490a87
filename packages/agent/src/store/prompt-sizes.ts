/** About how many tokens a request's parts took, and of what it was composed. */
export interface PromptSizes {
  /** Earlier exchanges of the session, as many as were told. */
  readonly estTokensHistory: number;
  /** All that stands around the conversation: see `contextLayers`. */
  readonly estTokensContext: number;
  /** The running turn: what was asked, and what was thought and done about it since. */
  readonly estTokensUserTurn: number;
  /** Layers present in the context: `tools`, `system`, `pinned`, `summary`, `extras`, in prompt order. */
  readonly contextLayers: readonly string[];
  /** How many earlier inputs were told. */
  readonly historyInteractions: number;
}
