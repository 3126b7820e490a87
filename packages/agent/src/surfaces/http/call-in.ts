import { z } from "zod";
import type { RouteContext } from "./route.ts";

/** Which conversation a request is about. */
export const conversationName = z
  .string()
  .min(1)
  .max(100)
  .describe(
    "A session's id; or a name, by which you have a conversation in the API; or `own`, the one in your messenger or terminal.",
  );

export interface CallIn {
  readonly conversation: string;
  readonly method: string;
  readonly params: unknown;
}

/** Calls a control method as the caller, in one of the conversations that they may see. */
export async function callIn(
  { agent, key, caller: { person } }: RouteContext,
  { conversation, method, params }: CallIn,
): Promise<unknown> {
  const { conversations, control } = await agent();
  const { surface, chat } = await conversations.find(conversation, person);
  return control.call(method, params, { person, surface, chat, key });
}
