import { isFault } from "@reeve/sdk";
import type { Receipt } from "../../core/inbox.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import type { FrameClient, Hello } from "./frame-client.ts";
import { catchError } from "./catch-error.ts";
import { attempt } from "../../kernel/attempt.ts";

/** One chat with the agent that outlives its connections. */
export interface Conversation {
  readonly client: FrameClient;
  /** Greets the agent. What happened before is not shown. */
  open(): Promise<Hello>;
  /**
   * Hands on what happens, each fact once, over all connections, until it is closed.
   * Rejects when there is no next connection.
   */
  follow(): Promise<void>;
  /** Ends the connection, and takes no other. */
  close(): void;
  /** Resolves once the message is stored, or is kept for the next connection. */
  send(text: string): Promise<Receipt | undefined>;
  /** Whether a message is on its way. */
  readonly isSending: boolean;
  /** Whether an accepted message came from here. */
  isOwn(accepted: Extract<LiveEvent, { type: "message-accepted" }>): boolean;
}

export interface ConversationDeps {
  readonly client: FrameClient;
  readonly reconnect: () => Promise<FrameClient>;
  readonly externalId: string;
  readonly newId: NewId;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called once each time the connection is lost, however often it is tried again. */
  readonly onLost: () => void;
}

export function createConversation(deps: ConversationDeps): Conversation {
  /** Sent and not confirmed, by message id: sent again, under the same id, on the next connection. */
  const unconfirmed = new Map<string, string>();
  const own = new Set<string>();
  let client = deps.client;
  let lastSeq = 0;
  let isLost = false;
  let isLeft = false;

  const deliver = async (message: string, text: string): Promise<Receipt | undefined> => {
    const current = client;
    unconfirmed.set(message, text);
    const sent = await settleWith(current.deliver({ message, text }));
    if ("error" in sent && isUnavailable(sent.error) && current.isClosed) return undefined;
    unconfirmed.delete(message);
    if ("error" in sent) throw sent.error;
    own.add(sent.value.message);
    return sent.value;
  };

  const follow = async () => {
    for await (const event of client.events(lastSeq)) {
      isLost = false;
      if ("seq" in event && event.seq <= lastSeq) continue;
      if ("seq" in event) lastSeq = event.seq;
      deps.onEvent(event);
    }
  };

  const resume = async () => {
    await client.hello(deps.externalId);
    await Promise.all([...unconfirmed].map(([message, text]) => deliver(message, text)));
    await follow();
  };

  return {
    get client() {
      return client;
    },
    get isSending() {
      return unconfirmed.size > 0;
    },
    isOwn: ({ message, text }) => own.has(message) || [...unconfirmed.values()].includes(text),
    send: (text) => deliver(deps.newId(), text),
    async open() {
      const hello = await client.hello(deps.externalId);
      lastSeq = hello.seq;
      return hello;
    },
    close() {
      isLeft = true;
      client.close();
    },
    async follow() {
      let work = follow;
      for (;;) {
        const error = await catchError(work);
        if (isLeft) return;
        if (error !== undefined && !isUnavailable(error)) throw error;
        if (!isLost) deps.onLost();
        isLost = true;
        client = await deps.reconnect();
        work = resume;
      }
    },
  };
}

function isUnavailable(error: unknown): boolean {
  return isFault(error) && error.code === "unavailable";
}

async function settleWith<Value>(
  work: Promise<Value>,
): Promise<{ readonly value: Value } | { readonly error: unknown }> {
  const outcome = await attempt(work);
  return outcome.status === "fulfilled" ? { value: outcome.value } : { error: outcome.reason };
}
