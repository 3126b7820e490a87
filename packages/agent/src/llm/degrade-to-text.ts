import type { Log } from "../platform/log.ts";
import type { Message, Model, ModelEvent, ModelRequest } from "./model.ts";

/**
 * A model that is asked once more in plain words when a provider does not understand
 * a request: without tools, images and settings, calls and results told as text.
 */
export function degradeToText(model: Model, { log }: { readonly log: Log }): Model {
  return {
    ...model,
    stream: (request, { signal }) => askTwice(model, request, { signal, log }),
  };
}

async function* askTwice(
  model: Model,
  request: ModelRequest,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): AsyncGenerator<ModelEvent> {
  let isSilent = true;
  for await (const event of model.stream(request, { signal })) {
    if (event.type === "error" && event.error.kind === "shape" && isSilent) {
      log.warn("request was not understood", { model: model.id, reason: event.error.message });
      return yield* model.stream(inWords(request), { signal });
    }
    isSilent = false;
    yield event;
  }
}

function inWords({ id, system, messages, maxTokens }: ModelRequest): ModelRequest {
  const told: Message[] = [];
  for (const message of messages.map(tell)) {
    const last = told.at(-1);
    if (last?.role !== message.role) told.push(message);
    else told.splice(-1, 1, { ...last, text: `${last.text}\n${message.text}` });
  }
  return { id, system, messages: told, tools: [], maxTokens };
}

function tell(message: Message): Message {
  if (message.role === "tool")
    return { role: "user", text: `[Result of ${message.name}]\n${message.text}` };
  if (message.role === "user") {
    const images = (message.images ?? []).map(() => "[image]");
    return { role: "user", text: [...images, message.text].join("\n") };
  }
  const calls = message.calls.map(({ name, args }) => `[Called ${name} ${JSON.stringify(args)}]`);
  const text = [message.text, ...calls].filter((part) => part !== "").join("\n");
  return { role: "assistant", text, calls: [] };
}
