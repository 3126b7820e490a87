import type { LiveEvent } from "../../../kernel/chat-event.ts";

/** What an event has to do with a message: nothing, something, or it is its answer. */
export type Concern = "other" | "own" | "answer";

/**
 * Tells which events of a chat belong to what becomes of one message: its turn, also when it
 * joined one that ran, or was interrupted and begun anew. Hand it the events in order, and the
 * turn where it is `known` already.
 */
export function followMessage(message: string, known?: string): (event: LiveEvent) => Concern {
  let turn = known;
  return (event) => {
    switch (event.type) {
      case "message-accepted":
        return event.message === message ? "own" : "other";
      case "turn-start":
      case "messages-joined":
        if (event.messages.includes(message)) turn = event.turn;
        return event.turn === turn ? "own" : "other";
      case "said":
        return event.about === message ? "answer" : "other";
      case "approval-vote":
      case "approval-decision":
      case "tools-change":
        return "other";
      case "turn-end":
        if (event.turn !== turn) return "other";
        return event.outcome === "interrupted" ? "own" : "answer";
      default:
        return event.turn === turn ? "own" : "other";
    }
  };
}
