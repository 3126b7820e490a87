import type { DomainEvent } from "../../domains/events.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";

/** Converts a chat event into the domain event for subscribers; undefined if there is none. */
export function toDomainEvent(fact: ChatEvent, chat: Chat): DomainEvent | undefined {
  const { seq, at } = fact;
  const head = { id: factId(chat, fact), tenant: chat.tenant, chat, seq, at };
  switch (fact.type) {
    case "message-accepted": {
      const { message, from, text } = fact;
      return { ...head, type: "message.received", about: message, data: { message, from, text } };
    }
    case "turn-end":
      return { ...head, about: fact.turn, ...endOf(fact) };
    case "approval-request": {
      const { approval, turn, tool, args, question, needed = 1 } = fact;
      const expires = new Date(fact.expires).toISOString();
      const data = { approval, turn, tool, args, question, expires, needed };
      return { ...head, type: "approval.requested", about: turn, data };
    }
    case "approval-decision": {
      const { approval, verdict, by } = fact;
      return { ...head, type: "approval.decided", about: null, data: { approval, verdict, by } };
    }
    case "turn-start":
    case "turn-waiting":
    case "messages-joined":
    case "step-text":
    case "tool-start":
    case "tool-end":
    case "approval-vote":
    case "tools-change":
    case "said":
      return undefined;
  }
}

/** A number comes again after a backup was restored, at another time. */
function factId({ id }: Chat, { seq, at }: ChatEvent): string {
  return `${id}_${seq}_${at.toString(36)}`;
}

function endOf({ turn, outcome, reply, incident }: Extract<ChatEvent, { type: "turn-end" }>) {
  switch (outcome) {
    case "answered":
      return { type: "agent.completed", data: { turn, text: textOf(reply) } } as const;
    case "failed":
      return { type: "agent.failed", data: { turn, incident: incident ?? null } } as const;
    case "stopped":
    case "interrupted":
      return { type: "agent.stopped", data: { turn, outcome } } as const;
  }
}

function textOf(reply: readonly ReplyPart[]): string {
  return reply.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
