import { Fault } from "@reeve/sdk";
import type { CommandContext } from "../cli/command.ts";
import { complete } from "../cli/complete.ts";

/** Shell scripts that complete `reeve`. They ask this command for the words. */
const SCRIPTS = {
  bash: `_reeve() {
  local IFS=$'\\n'
  COMPREPLY=($(reeve completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -F _reeve reeve
`,
  zsh: `#compdef reeve
_reeve() {
  compadd -- \${(f)"$(reeve completion words -- "\${words[@]:1:CURRENT-1}")"}
}
compdef _reeve reeve
`,
  fish: `complete -c reeve -f -a '(reeve completion words -- (commandline -opc)[2..] (commandline -ct))'
`,
} as const;

/** `reeve completion`: prints a script for a shell, or the words that may come next. */
export async function run(
  args: readonly string[],
  { stdout }: Pick<CommandContext, "stdout">,
): Promise<number> {
  const [kind, separator, ...words] = args;
  if (kind === "words" && separator === "--") {
    const found = await complete(words);
    stdout.write(found.map((word) => `${word}\n`).join(""));
    return 0;
  }
  if (kind !== "bash" && kind !== "zsh" && kind !== "fish")
    throw new Fault(
      "invalid",
      kind === undefined ? "Missing shell name." : `Unknown shell: ${kind}`,
      {
        hint: "Usage: reeve completion bash|zsh|fish",
      },
    );
  stdout.write(SCRIPTS[kind]);
  return 0;
}
