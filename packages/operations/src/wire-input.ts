import { z } from "zod";
import { conversationName } from "./fields.ts";
import { conversationFieldOf, httpOf, type Operation } from "./operation.ts";

/**
 * Returns an operation's input as API clients send it: with the chat it refers to as a field, which
 * defaults to the contract's unless it is in the path.
 */
export function wireInputOf(operation: Operation): z.ZodType {
  const { input, conversation, name } = operation;
  const field = conversationFieldOf(operation);
  if (!conversation || field === undefined) return input;
  if (!(input instanceof z.ZodObject)) throw new Error(`${name}: a chat needs an object as input`);
  const inPath = operation.http === undefined ? [] : httpOf(operation).inPath;
  const chat = inPath.includes(field)
    ? conversationName
    : conversationName.default(conversation.or).describe(conversation.is);
  return z.object({ ...input.shape, [field]: chat });
}
