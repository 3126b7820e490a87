import type { Decision } from "../../src/core/inbox.ts";
import type { ReplyPart } from "../../src/kernel/reply.ts";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import type { MessageMode } from "../../src/store/messages/chats.ts";

/** Update from the outside world for the agent, offered again until it is acknowledged. */
export type Update =
  | {
      readonly type: "message";
      readonly tag: string;
      readonly externalId: string;
      readonly text: string;
      /** The owner's account at the terminal, without it. */
      readonly sender?: string;
      /** The text is spoken: it has to be listened to. */
      readonly isSpoken?: true;
    }
  /** A person sends the code that another account of theirs received. */
  | {
      readonly type: "link";
      readonly tag: string;
      readonly externalId: string;
      readonly sender: string;
      readonly code: string;
    }
  /** A message that is nothing but a command. */
  | {
      readonly type: "command";
      readonly tag: string;
      readonly externalId: string;
      readonly text: string;
    }
  | {
      readonly type: "decide";
      readonly approval: string;
      readonly verdict: Decision["verdict"];
      readonly reason?: string;
      readonly always?: boolean;
    }
  | { readonly type: "stop"; readonly externalId: string }
  | { readonly type: "new-session"; readonly externalId: string }
  | {
      readonly type: "control";
      readonly externalId: string;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly type: "set-steps"; readonly externalId: string; readonly maxSteps: number };

/** Question from the agent's process to the world; the process waits for the answer. */
export type Question =
  | { readonly type: "updates"; readonly after: number }
  | { readonly type: "ack"; readonly upTo: number }
  | {
      readonly type: "send";
      readonly externalId: string;
      readonly part: ReplyPart;
      readonly clientId: string;
    }
  | {
      readonly type: "effect";
      readonly tool: string;
      readonly effect: string;
      readonly call: string;
    }
  /** Event for a webhook's server, which responds with a status. */
  | {
      readonly type: "post";
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** A recording is listened to, which costs something each time. */
  | { readonly type: "hear"; readonly recording: string }
  | { readonly type: "probe"; readonly call: string }
  | { readonly type: "thinking"; readonly tag: string }
  /** Whether the model answers; it is down when a message asks for the first time. */
  | { readonly type: "model"; readonly tag: string };

/** Message to the world that needs no answer. */
export type Notice =
  /** Another process can connect to its socket. */
  | { readonly type: "listening" }
  | { readonly type: "commit"; readonly point: CommitPoint }
  /** Nothing waited at `since`, and updates up to `acked` were acknowledged. */
  | { readonly type: "idle"; readonly acked: number; readonly since: number };

export type FromAgent =
  | { readonly id: number; readonly question: Question }
  | { readonly notice: Notice };

export interface FromWorld {
  readonly id: number;
  readonly answer: unknown;
}

/** Point at which the process kills itself: the nth commit of a commit point. */
export interface KillAtCommit {
  readonly point: CommitPoint;
  readonly when: "before" | "after";
  readonly nth: number;
}

export interface AgentSetup {
  readonly home: string;
  readonly mode: MessageMode;
  readonly kill?: KillAtCommit | undefined;
  /** After how many messages a conversation is summed up. */
  readonly compactMessages?: number | undefined;
  /** Time in milliseconds for which an approval stays open; default: a day. */
  readonly approvalMs?: number | undefined;
  /** Files and messages are made searchable. */
  readonly indexes?: boolean | undefined;
  /** Something is facts extracted that have ended. */
  readonly learns?: boolean | undefined;
  /** The first turn of the process breaks before it thinks, and its first summary before it is saved. */
  readonly breaksOnce?: boolean | undefined;
}
