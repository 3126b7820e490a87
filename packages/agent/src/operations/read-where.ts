import { Fault } from "@reeve/sdk";

/** Reads a chat's address: `<surface>/<chat>`. */
export function readWhere(text: string): { readonly surface: string; readonly chat: string } {
  const slash = text.indexOf("/");
  const surface = text.slice(0, slash);
  const chat = text.slice(slash + 1);
  if (slash > 0 && chat !== "") return { surface, chat };
  throw new Fault("invalid", `Not a chat: "${text}".`, {
    hint: "Write it as <surface>/<chat>, such as cli/main; `reeve sessions` shows them.",
  });
}
