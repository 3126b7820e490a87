/** One call of somebody's server. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  readonly status: number;
  /** How long it asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Reaches the servers of those who subscribe to events. */
export interface WebhookClient {
  /** Throws `invalid` for what is no address and `denied` for one that may not be reached. */
  check(url: string): Promise<void>;
  /** Sends once, follows nothing. Throws where nobody answered in time. */
  post(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
}
