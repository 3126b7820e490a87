import type { ImageId } from "../kernel/ids.ts";
import type { Image } from "../kernel/images/image.ts";
import { memoizeWeak } from "../kernel/memoize-weak.ts";
import type { ToolCall, ToolResult, TranscriptItem } from "../kernel/transcript.ts";
import type { Message } from "./model.ts";

type Input = Extract<TranscriptItem, { type: "input" }>;
type UserMessage = Extract<Message, { role: "user" }>;

/** Read where an image was that is not shown. */
const NOT_SHOWN = "[An image was here; it is no longer shown.]";

/**
 * The messages that stand for a conversation. Every call is followed by its
 * result, because a unit holds both; inputs in a row become one message. Of
 * images that are not among `images` a note is left.
 */
export function renderMessages(
  units: readonly TranscriptItem[],
  images: ReadonlyMap<ImageId, Image> = new Map(),
): readonly Message[] {
  const messages: Message[] = [];
  for (const unit of units) {
    const last = messages.at(-1);
    if (unit.type === "step") for (const message of renderStep(unit)) messages.push(message);
    else if (last?.role === "user") messages.splice(-1, 1, join(last, toUser(unit, images)));
    else messages.push(toUser(unit, images));
  }
  return messages;
}

/** The input without the first of its images, which notes stand for. */
export function withoutImages(input: Input, count: number): Input {
  if (count <= 0) return input;
  const { images = [], text, ...rest } = input;
  const notes = images.slice(0, count).map(() => NOT_SHOWN);
  const left = images.slice(count);
  return { ...rest, text: [...notes, text].join("\n"), ...(left.length > 0 && { images: left }) };
}

function toUser(input: Input, images: ReadonlyMap<ImageId, Image>): UserMessage {
  const { images: own, found = [] } = input;
  if (own === undefined) return renderText(input);
  const shown = own.flatMap(({ id }) => images.get(id) ?? []);
  const { text } = withoutImages(input, own.length - shown.length);
  return userMessage(text, { images: shown, found });
}

/** Inputs are rendered with each request, and never change. */
const renderText = memoizeWeak(({ text, found = [] }: Input) =>
  userMessage(text, { images: [], found }),
);

function join(one: UserMessage, other: UserMessage): UserMessage {
  return userMessage(`${one.text}\n${other.text}`, {
    images: [...(one.images ?? []), ...(other.images ?? [])],
    found: [...(one.found ?? []), ...(other.found ?? [])],
  });
}

function userMessage(
  text: string,
  { images, found }: { images: readonly Image[]; found: readonly string[] },
): UserMessage {
  return {
    role: "user",
    text,
    ...(images.length > 0 && { images }),
    ...(found.length > 0 && { found }),
  };
}

/** Steps are rendered with each request, and never change. */
const renderStep = memoizeWeak(
  ({ text, calls, meta }: Extract<TranscriptItem, { type: "step" }>): readonly Message[] => [
    {
      role: "assistant",
      text,
      calls: calls.map(({ id, name, args }) => ({ id, name, args })),
      ...(meta && { meta }),
    },
    ...calls.map(renderResult),
  ],
);

function renderResult({ id, name, result }: ToolCall): Message {
  return {
    role: "tool",
    call: id,
    name,
    text: describeResult(result),
    isError: result.type !== "value" && result.type !== "pending",
  };
}

/** A call's result in words, as every model reads it. */
export function describeResult(result: ToolResult): string {
  switch (result.type) {
    case "value":
      return result.text;
    case "fault":
      return `${result.code}: ${result.text}`;
    case "pending":
      return `Waiting for approval ${result.approval}. It has not run. Tell the user that it waits for their decision; do not call it again.`;
    case "unknown":
      return "Interrupted: the call may or may not have run. Check before you call it again.";
    case "aborted":
      return "Stopped before it ended.";
  }
}
