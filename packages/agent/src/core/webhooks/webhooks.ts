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

/** When an event is sent again that did not arrive, in milliseconds. */
export interface WebhookRetries {
  readonly firstMs: number;
  /** Each pause is twice as long as the one before, up to this. */
  readonly longestMs: number;
  /** So long after an event it is given up. */
  readonly giveUpMs: number;
}

/** For a day, at first every few seconds, later every hour. */
export const WEBHOOK_RETRIES: WebhookRetries = {
  firstMs: 5_000,
  longestMs: 60 * 60_000,
  giveUpMs: 24 * 60 * 60_000,
};
