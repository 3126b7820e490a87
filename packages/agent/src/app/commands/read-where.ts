import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";

/** The chats that a command is about: all, or the one that is named as `<surface>/<chat>`. */
export function readWhere(
  args: readonly string[],
): "everywhere" | { readonly surface: string; readonly chat: string } {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [text] = positionals;
  if (text === undefined) return "everywhere";
  const slash = text.indexOf("/");
  const surface = text.slice(0, slash);
  const chat = text.slice(slash + 1);
  if (slash > 0 && chat !== "") return { surface, chat };
  throw new Fault("invalid", `Not a chat: "${text}".`, {
    hint: "Write it as <surface>/<chat>, such as cli/main; `reeve sessions` shows them.",
  });
}
