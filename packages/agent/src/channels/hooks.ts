/** Request that a program sent to an incoming webhook. */
export interface HookRequest {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Exactly as it came. */
  readonly body: string;
}

export interface HookReceipt {
  /** The message that it became. */
  readonly message: string;
  /** `repeat`: it came before, and nothing happens a second time. */
  readonly outcome: "queued" | "repeat" | "ignored";
  /** Why it is not answered. */
  readonly reason?: string | undefined;
}

/** Entry point for calls of incoming webhooks. */
export interface HookCalls {
  /**
   * Resolves once the message is stored. Rejects with `denied` if the webhook does not
   * exist or the secret is wrong, `exhausted` if it is called too often, and
   * `unavailable` while the channel does not listen.
   */
  receive(name: string, request: HookRequest): Promise<HookReceipt>;
}
