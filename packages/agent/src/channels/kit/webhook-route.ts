import { attempt } from "../../kernel/attempt.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Log } from "../../platform/log.ts";

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

export interface WebhookDeps<News> {
  /** Maximum size of a body in bytes. */
  readonly maxBytes: number;
  /** Returns whether the platform sent the request. */
  readonly isAuthentic: (request: WebhookRequest) => boolean;
  /** Reads the JSON of a body; undefined for one that would only be sent again and again. */
  readonly read: (value: unknown) => News | undefined;
  /** Returns the function that resolves once all of it is stored; undefined while the channel does not listen. */
  readonly take: () => ((news: News) => Promise<void>) | undefined;
  /** Answers a GET, for platforms that verify the address. */
  readonly answerGet?: (request: WebhookRequest) => WebhookAnswer;
  readonly log: Pick<Log, "warn">;
}

/** Creates a route. What cannot be stored is answered with status 500, so that the platform sends it again. */
export function createWebhook<News>(deps: WebhookDeps<News>): WebhookRoute {
  const { maxBytes, isAuthentic, read, take, answerGet, log } = deps;
  return {
    maxBytes,
    async answer(request) {
      if (request.method === "GET" && answerGet) return answerGet(request);
      if (request.method !== "POST")
        return { status: 405, headers: { allow: answerGet ? "GET, POST" : "POST" } };
      if (!isAuthentic(request)) return { status: 401 };
      const news = read(parseJson(Buffer.from(request.body).toString("utf8"))?.value);
      if (news === undefined) return { status: 200 };
      const work = take();
      if (!work) return { status: 503, headers: { "retry-after": "5" } };
      const taken = await attempt(work(news));
      if (taken.status === "fulfilled") return { status: 200 };
      log.warn("failed to store update", { error: taken.reason });
      return { status: 500 };
    },
  };
}
