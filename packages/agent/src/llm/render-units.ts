import type { Call, CallResult, Unit } from "../kernel/unit.ts";
import type { Message } from "./model.ts";

/**
 * The messages that stand for a conversation. Every call is followed by its
 * result, because a unit holds both; inputs in a row become one message.
 */
export function renderUnits(units: readonly Unit[]): readonly Message[] {
  const messages: Message[] = [];
  for (const unit of units) {
    const last = messages.at(-1);
    if (unit.type === "step") messages.push(...renderStep(unit));
    else if (last?.role === "user")
      messages.splice(-1, 1, { role: "user", text: `${last.text}\n${unit.text}` });
    else messages.push({ role: "user", text: unit.text });
  }
  return messages;
}

function renderStep({ text, calls, meta }: Extract<Unit, { type: "step" }>): Message[] {
  return [
    {
      role: "assistant",
      text,
      calls: calls.map(({ id, name, args }) => ({ id, name, args })),
      ...(meta && { meta }),
    },
    ...calls.map(renderResult),
  ];
}

function renderResult({ id, name, result }: Call): Message {
  return {
    role: "tool",
    call: id,
    name,
    text: describeResult(result),
    isError: result.type !== "value" && result.type !== "pending",
  };
}

/** A call's result in words, as every model reads it. */
export function describeResult(result: CallResult): string {
  switch (result.type) {
    case "value":
      return result.text;
    case "fault":
      return `${result.code}: ${result.text}`;
    case "pending":
      return `Waiting for approval ${result.approval}. It has not run. Tell the user that it waits for their decision; do not call it again.`;
    case "unknown":
      return "Interrupted: it may or may not have happened. Look before you do it again.";
    case "aborted":
      return "Stopped before it ended.";
  }
}
