/** What a program sent to a hook. */
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

/** Where what programs send to hooks goes in. */
export interface HookCalls {
  /**
   * Resolves once the message is stored. `denied` where there is no such hook or the caller does
   * not know its secret, `exhausted` when it is called too often, `unavailable` while nobody listens.
   */
  receive(name: string, request: HookRequest): Promise<HookReceipt>;
}
