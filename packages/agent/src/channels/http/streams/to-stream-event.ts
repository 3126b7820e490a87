import type { TurnUsage } from "../../../core/client-chats.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";

/** Name and data of an event on the wire. */
export interface StreamEvent {
  readonly name: `agent.stream.${string}`;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Converts an internal event to its public form. `usage` belongs to the end of a turn. */
export function toStreamEvent(event: LiveEvent, usage?: TurnUsage): StreamEvent {
  switch (event.type) {
    case "think-start":
      return named("step", { turn: event.turn, step: event.step });
    case "text-reset":
      return named("text_reset", { turn: event.turn, step: event.step });
    case "text-delta":
      return named("delta", { turn: event.turn, step: event.step, text: event.delta });
    case "message-accepted":
      return named("message", { message: event.message, from: event.from, text: event.text });
    case "turn-start":
      return named("start", { turn: event.turn, messages: event.messages });
    case "turn-waiting": {
      const { turn, model, cause, since, retryAt } = event;
      return named("waiting", { turn, model, cause, since, retryAt });
    }
    case "messages-joined":
      return named("joined", { turn: event.turn, messages: event.messages });
    case "step-text":
      return named("text", { turn: event.turn, step: event.step, text: event.text });
    case "tool-start":
      return named("tool_call", {
        turn: event.turn,
        id: event.call,
        name: event.name,
        args: event.args,
      });
    case "tool-end":
      return named("tool_result", {
        turn: event.turn,
        id: event.call,
        name: event.name,
        outcome: event.outcome,
        summary: event.summary,
      });
    case "approval-request": {
      const { type: _type, seq: _seq, at: _at, ...question } = event;
      return named("approval", question);
    }
    case "approval-vote": {
      const { approval, by, given, needed } = event;
      return named("vote", { approval, by, given, needed });
    }
    case "approval-decision":
      return named("decision", { approval: event.approval, verdict: event.verdict, by: event.by });
    case "tools-change": {
      const { type: _type, seq: _seq, at: _at, ...change } = event;
      return named("tools", change);
    }
    case "said":
      return named("said", {
        id: event.id,
        cause: event.cause,
        about: event.about,
        reply: event.reply,
        text: textOf(event.reply),
      });
    case "turn-end":
      return named("complete", {
        turn: event.turn,
        outcome: event.outcome,
        reply: event.reply,
        text: textOf(event.reply),
        ...(event.incident !== undefined && { incident: event.incident }),
        ...(usage && { usage }),
      });
  }
}

/** Returns the text of a reply. Open approvals are listed separately. */
export function textOf(reply: readonly ReplyPart[]): string {
  return reply.flatMap(wordsOf).join("\n");
}

function wordsOf(part: ReplyPart): readonly string[] {
  if (part.type === "approval" || part.text === "") return [];
  return [part.text];
}

function named(name: string, data: StreamEvent["data"]): StreamEvent {
  return { name: `agent.stream.${name}`, data };
}
