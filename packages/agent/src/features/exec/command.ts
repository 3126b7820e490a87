import { exec, type ShellCommand } from "@reeve/operations/agent/exec";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve exec log`. */
export const execCommand = defineCommandLine({
  command: "exec",
  operations: exec,
  show: {
    log: ({ items }) =>
      items.length === 0
        ? "No shell commands have run on this machine."
        : items.map(toBlock).join(""),
  },
});

function toBlock(record: ShellCommand): string {
  const { startedAt, tool, name, ranIn, approval, command, stdout, stderr } = record;
  const when = new Date(startedAt).toISOString().slice(0, 19);
  const leave = approval === null ? "by a grant" : `approval ${approval}`;
  const head = `${when}  ${tool ?? "?"} in ${ranIn}  ${endOf(record)}  ${name ?? "?"}, ${leave}`;
  const said = [stdout, stderr].map((text) => text?.trim() ?? "").filter((text) => text !== "");
  const lines = [`$ ${toLine(command)}`, ...said.flatMap((text) => text.split("\n"))];
  return `${head}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function endOf({ state, exitCode, reason, durationMs }: ShellCommand): string {
  const took = durationMs === null ? "" : ` in ${durationMs} ms`;
  if (state === "started") return "started, outcome unknown";
  if (state === "refused") return `did not run: ${reason ?? "?"}`;
  if (state === "killed") return `killed (${reason ?? "?"})${took}`;
  return `exit ${exitCode ?? "by a signal"}${took}`;
}

/** A script as it was written, other commands as their arguments. */
function toLine(command: string | null): string {
  if (command === null) return "[forgotten]";
  const argv = z.array(z.string()).safeParse(parseJson(command)?.value);
  if (!argv.success) return command;
  const [program, ...args] = argv.data;
  if (program === "bash" && args.at(-2) === "-c") return args.at(-1) ?? "";
  return argv.data.map((arg) => (/^[\w./:=@+-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(" ");
}
