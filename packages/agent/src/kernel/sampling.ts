/** A request of an MCP server to the agent's model. Its texts are the server's. */
export interface SamplingRequest {
  readonly server: string;
  /** The server's words on the answer that it wants. */
  readonly system: string | undefined;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** Maximum length of the answer, which may be cut earlier. */
  readonly maxTokens: number;
}

export interface SamplingAnswer {
  readonly text: string;
  /** `provider/model`. */
  readonly model: string;
  /** Whether the answer reached its maximum length. */
  readonly isCut: boolean;
}

/** The agent's model, for requests of servers during one call. */
export interface Sampling {
  /** Rejects with `exhausted` if a budget or the bounds of a call are used up. */
  ask(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
}
