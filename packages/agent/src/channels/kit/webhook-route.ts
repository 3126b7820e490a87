/** Request that a platform sent to its webhook. */
export interface WebhookRequest {
  readonly method: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  /** Raw body. */
  readonly body: Uint8Array;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Route that a platform calls at `/hooks/<name of the channel>`, without an API token. The channel
 * authenticates the caller, and answers 200 only once the content is stored.
 */
export interface WebhookRoute {
  /** Maximum size of a body in bytes; larger ones are refused. */
  readonly maxBytes: number;
  answer(request: WebhookRequest): Promise<WebhookAnswer>;
}
