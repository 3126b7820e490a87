/** Request that a platform sent to its webhook. */
export interface WebhookRequest {
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  /** Exactly as it came. */
  readonly body: Uint8Array;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * How a platform calls its channel: at `/hooks/<name of the channel>`, without a token of ours.
 * The channel itself proves who calls, and answers 200 only once what came is stored.
 */
export interface WebhookRoute {
  /** Larger bodies are refused before they are handed on. */
  readonly maxBytes: number;
  answer(request: WebhookRequest): Promise<WebhookAnswer>;
}
