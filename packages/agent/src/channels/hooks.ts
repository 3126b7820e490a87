/** Request that a program sent to an incoming webhook. */
export interface HookRequest {
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Raw body. */
  readonly body: string;
}

export interface HookReceipt {
  /** Id of the stored message. */
  readonly message: string;
  /** `repeat`: the same request arrived before and has no further effect. */
  readonly outcome: "queued" | "repeat" | "ignored";
  /** Reason why it is not answered. */
  readonly reason?: string | undefined;
}

/** Entry point for calls of incoming webhooks. */
export interface HookCalls {
  /**
   * Resolves once the message is stored. Rejects with `denied` if the webhook does not exist or the
   * secret is wrong, `exhausted` if it is called too often, and `unavailable` while the channel
   * does not listen.
   */
  receive(name: string, request: HookRequest): Promise<HookReceipt>;
}
