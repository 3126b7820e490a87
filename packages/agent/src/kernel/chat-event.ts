import type { OutageCause } from "./outage.ts";
import type { ReplyPart } from "./reply.ts";

/** Event in a chat. Events are stored and numbered per chat. */
export type ChatEvent = ChatEventBody & {
  /** Rises by one with each fact of the chat. */
  readonly seq: number;
  /** Unix milliseconds. */
  readonly at: number;
};

export type ChatEventBody =
  | {
      readonly type: "message-accepted";
      readonly message: string;
      readonly from: string;
      readonly text: string;
    }
  | { readonly type: "turn-start"; readonly turn: string; readonly messages: readonly string[] }
  /** The model is down: the turn continues when it answers again. */
  | {
      readonly type: "turn-waiting";
      readonly turn: string;
      /** `provider/model`. */
      readonly model: string;
      readonly cause: OutageCause;
      /** First failed request and next attempt, in Unix milliseconds. */
      readonly since: number;
      readonly retryAt: number;
    }
  /** Messages that a running turn took in. */
  | {
      readonly type: "messages-joined";
      readonly turn: string;
      readonly messages: readonly string[];
    }
  /** Text that the model wrote before it called tools; the answer itself is in `turn-end`. */
  | {
      readonly type: "step-text";
      readonly turn: string;
      readonly step: number;
      readonly text: string;
    }
  | {
      readonly type: "tool-start";
      readonly turn: string;
      readonly call: string;
      readonly name: string;
      readonly args: unknown;
    }
  | {
      readonly type: "tool-end";
      readonly turn: string;
      readonly call: string;
      readonly name: string;
      readonly outcome: "value" | "fault" | "pending" | "unknown" | "aborted";
      /** One line of at most 200 characters for people. */
      readonly summary: string;
    }
  | {
      readonly type: "approval-request";
      readonly turn: string;
      readonly approval: string;
      readonly tool: string;
      readonly args: unknown;
      readonly question: string;
      /** Unix milliseconds. */
      readonly expires: number;
      /** Number of different people who have to allow it, if one is not enough. */
      readonly needed?: number | undefined;
      /** Requester and chat, shown where the call was not requested in this chat. */
      readonly asked?: string | undefined;
    }
  /** One of several people who have to has allowed it. */
  | {
      readonly type: "approval-vote";
      readonly approval: string;
      readonly by: string;
      readonly given: number;
      readonly needed: number;
    }
  /** The approval is closed; `expired` ones were decided by no one. */
  | {
      readonly type: "approval-decision";
      readonly approval: string;
      readonly verdict: "allow" | "deny" | "respond" | "revise" | "expired";
      readonly by: string;
    }
  /** A tool override changed for a tool or a category of tools. */
  | {
      readonly type: "tools-change";
      readonly tool?: string;
      readonly category?: string;
      readonly where: "here" | "everywhere";
      /** Description in words, such as "off, access admin". */
      readonly now: string;
      readonly by: string;
    }
  /** Post outside a turn: a command answer, a reminder, the progress of a plan. */
  | {
      readonly type: "said";
      readonly id: string;
      readonly cause: PostCause;
      /** Subject of the post: the message that it answers, the reminder, the plan. */
      readonly about: string;
      readonly reply: readonly ReplyPart[];
    }
  | {
      readonly type: "turn-end";
      readonly turn: string;
      readonly outcome: "answered" | "failed" | "stopped" | "interrupted";
      /** Text for the person; on a pull channel this is the reply itself. */
      readonly reply: readonly ReplyPart[];
      readonly incident?: string | undefined;
    };

/** Cause of a post; a `call` posts in the chat that its turn answers. */
export type PostCause = "command" | "reminder" | "schedule" | "plan" | "notice" | "call";

/** Piece of live output. Not stored, may be lost. */
export type Delta =
  /** A step starts, or starts again. */
  | {
      readonly type: "think-start";
      readonly turn: string;
      readonly step: number;
      /** `provider/model`. */
      readonly model?: string | undefined;
    }
  /** The text of a step that was shown so far is void: the step starts again, or waits. */
  | { readonly type: "text-reset"; readonly turn: string; readonly step: number }
  | {
      readonly type: "text-delta";
      readonly turn: string;
      readonly step: number;
      readonly delta: string;
    };

export type LiveEvent = ChatEvent | Delta;
