import { describeTools } from "../describe-tools.ts";
import type { Message, ModelRequest } from "../model.ts";

/**
 * The request for a model that takes no references: what was found for a message is
 * described before it, unless it stands in the list of tools.
 */
export function describeFoundTools(request: ModelRequest): ModelRequest {
  const { deferred = [], tools, ...rest } = request;
  if (deferred.length === 0) return request;
  const listed = new Set(tools.map(({ name }) => name));
  const tell = (message: Message): Message => {
    if (message.role !== "user" || !message.found) return message;
    const { found, ...said } = message;
    const names = new Set(found);
    const told = deferred.filter(({ name }) => names.has(name) && !listed.has(name));
    if (told.length === 0) return said;
    return { ...said, text: `${describeTools(told)}\n${said.text}` };
  };
  return { ...rest, tools, messages: request.messages.map(tell) };
}
