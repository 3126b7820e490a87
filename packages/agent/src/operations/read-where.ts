import { Fault } from "@reeve/sdk";

/** Reads a chat's address: `<channel>/<chat>`. */
export function readWhere(text: string): { readonly channel: string; readonly chat: string } {
  const slash = text.indexOf("/");
  const channel = text.slice(0, slash);
  const chat = text.slice(slash + 1);
  if (slash > 0 && chat !== "") return { channel, chat };
  throw new Fault("invalid", `Not a chat: "${text}".`, {
    hint: "Write it as <surface>/<chat>, such as cli/main; `reeve sessions` shows them.",
  });
}
