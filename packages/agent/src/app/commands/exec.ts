import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/parse-json.ts";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const records = z.array(
  z.looseObject({
    tool: z.string().nullable(),
    command: z.string().nullable(),
    state: z.string(),
    exitCode: z.int().nullable(),
    reason: z.string().nullable(),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
    startedAt: z.number(),
    durationMs: z.number().nullable(),
    approval: z.string().nullable(),
    ranIn: z.string(),
    name: z.string().nullable(),
  }),
);

type CommandRecord = z.output<typeof records>[number];

/** `reeve exec log`: commands that ran on the machine, newest first, with what they said. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, { limit: { type: "string" } });
  const [verb = "log", ...rest] = positionals;
  if (verb !== "log" || rest.length > 0)
    throw new Fault("invalid", `There is no reeve exec ${positionals.join(" ")}.`, {
      hint: "Use: reeve exec log",
    });
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  return askAgent(parts, async (ask) => {
    const list = records.parse(await ask("exec.log", { limit }));
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : toText(list));
    return 0;
  });
}

function toText(list: readonly CommandRecord[]): string {
  if (list.length === 0) return "Nothing ran on the machine.\n";
  return list.map(toBlock).join("");
}

function toBlock(record: CommandRecord): string {
  const { startedAt, tool, name, ranIn, approval, command, stdout, stderr } = record;
  const when = new Date(startedAt).toISOString().slice(0, 19);
  const leave = approval === null ? "by a grant" : `approval ${approval}`;
  const head = `${when}  ${tool ?? "?"} in ${ranIn}  ${endOf(record)}  ${name ?? "?"}, ${leave}`;
  const said = [stdout, stderr].map((text) => text?.trim() ?? "").filter((text) => text !== "");
  const lines = [`$ ${toLine(command)}`, ...said.flatMap((text) => text.split("\n"))];
  return `${head}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function endOf({ state, exitCode, reason, durationMs }: CommandRecord): string {
  const took = durationMs === null ? "" : ` in ${durationMs} ms`;
  if (state === "started") return "started, its end is not known";
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
