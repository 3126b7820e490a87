import type { Log } from "../platform/log.ts";
import { addFailedUsage } from "./failed-usage.ts";
import type { Message, Model, ModelEvent, ModelRequest, StreamOptions } from "./model.ts";

/** Read where an image was that may be what the provider did not understand. */
const NOT_READ = "[An image was here; the model could not read it.]";

/**
 * A model that is asked again when a provider does not understand a request: first
 * without the images that it holds, then in plain words, without tools and settings,
 * calls and results told as text.
 */
export function degradeToText(model: Model, { log }: { readonly log: Log }): Model {
  return {
    ...model,
    stream: (request, streaming) =>
      askAgain(model, request, {
        plainer: hasImages(request) ? [withoutSeeing, inWords] : [inWords],
        ...streaming,
        log,
      }),
  };
}

function withoutSeeing(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map(withoutImages) };
}

function hasImages({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.role === "user" && message.images?.length);
}

function withoutImages(message: Message): Message {
  if (message.role !== "user" || !message.images) return message;
  const { images, text, ...rest } = message;
  return { ...rest, text: [...images.map(() => NOT_READ), text].join("\n") };
}

interface PlainRequest extends StreamOptions {
  /** How the request is said more plainly each time that it is not understood. */
  readonly plainer: readonly ((request: ModelRequest) => ModelRequest)[];
  readonly log: Log;
}

async function* askAgain(
  model: Model,
  request: ModelRequest,
  { plainer: [next, ...others], log, ...streaming }: PlainRequest,
): AsyncGenerator<ModelEvent> {
  let isSilent = true;
  for await (const event of model.stream(request, streaming)) {
    if (event.type === "error" && event.error.kind === "shape" && isSilent && next) {
      log.warn("model rejected the request format", {
        model: model.id,
        reason: event.error.message,
      });
      const again = askAgain(model, next(request), { plainer: others, log, ...streaming });
      for await (const later of again) yield addFailedUsage(later, event.error.spent ?? []);
      return;
    }
    isSilent = false;
    yield event;
  }
}

function inWords({ id, system, messages, maxTokens }: ModelRequest): ModelRequest {
  const told: Message[] = [];
  for (const message of messages.map(describeTools)) {
    const last = told.at(-1);
    if (last?.role !== message.role) told.push(message);
    else told.splice(-1, 1, { ...last, text: `${last.text}\n${message.text}` });
  }
  return { id, system, messages: told, tools: [], maxTokens };
}

function describeTools(message: Message): Message {
  if (message.role === "tool")
    return { role: "user", text: `[Result of ${message.name}]\n${message.text}` };
  if (message.role === "user") return { role: "user", text: message.text };
  const calls = message.calls.map(({ name, args }) => `[Called ${name} ${JSON.stringify(args)}]`);
  const text = [message.text, ...calls].filter((part) => part !== "").join("\n");
  return { role: "assistant", text, calls: [] };
}
