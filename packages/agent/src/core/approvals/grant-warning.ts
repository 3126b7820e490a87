import path from "node:path";
import type { Tool } from "@reeve/sdk";
import type { Grant } from "../../store/turns/approvals.ts";
import { roleOfName } from "./sensitive-arguments.ts";

/** Programs that run others, or code in their arguments: shells, interpreters, wrappers, and tools with hooks. */
const RUNNERS: ReadonlySet<string> = new Set(
  [
    "sh bash dash zsh fish ksh busybox env exec eval xargs parallel find fd time timeout nice nohup setsid watch",
    "sudo doas su ssh scp rsync nsenter chroot unshare bwrap systemd-run at batch crontab",
    "python python3 node deno bun ruby perl php lua awk gawk sed vim vi less man gdb strace script expect",
    "npm npx yarn pnpm pip pipx cargo go make cmake ninja gradle mvn rake just docker podman kubectl git tar zip",
  ]
    .join(" ")
    .split(" "),
);

/**
 * Returns why a grant allows more than it seems to, in English: it covers any command, or one whose program runs
 * others. Undefined if it does not, or covers only the arguments that a person read.
 */
export function grantWarning(
  { argsHash, pattern = {} }: Pick<Grant, "argsHash" | "pattern">,
  { effect }: Pick<Tool, "effect">,
): string | undefined {
  if (effect !== "exec" || argsHash !== null) return undefined;
  const command = Object.entries(pattern).find(([name]) => roleOfName(name) === "command")?.[1];
  if (command === undefined) return "This grant covers any command.";
  if (!command.includes("*")) return undefined;
  const [first = ""] = command.trim().split(/\s+/);
  const program = path.basename(first);
  if (program.includes("*")) return "This grant covers any program whose name fits.";
  const versionless = program.replace(/[\d.]+$/, "");
  if (!RUNNERS.has(program) && !RUNNERS.has(versionless)) return undefined;
  return `${program} can run other programs, so this grant covers any command.`;
}
