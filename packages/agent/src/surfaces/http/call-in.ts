import type { RouteContext } from "./route.ts";

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
