import { Fault } from "@reeve/sdk";

/** Reads a chat's address: `<channel>/<chat>`. */
export function readWhere(text: string): { readonly channel: string; readonly externalId: string } {
  const slash = text.indexOf("/");
  const channel = text.slice(0, slash);
  const externalId = text.slice(slash + 1);
  if (slash > 0 && externalId !== "") return { channel, externalId };
  throw new Fault("invalid", `"${text}" is not a valid chat address.`, {
    hint: "Use <channel>/<chat>, such as cli/main. List chats: reeve sessions",
  });
}
