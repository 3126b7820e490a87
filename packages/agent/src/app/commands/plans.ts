import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const listed = z.object({
  id: z.string(),
  goal: z.string(),
  state: z.string(),
  progress: z.string(),
  reason: z.string().optional(),
  createdAt: z.number(),
});

const shown = listed.extend({
  steps: z.array(
    z.object({
      description: z.string(),
      tool: z.string().nullable(),
      state: z.string(),
      output: z.string(),
    }),
  ),
});

const ANSWERS = ["continue", "retry", "skip", "abort"];

/**
 * `reeve plans`: lists plans and how far they are; `show <id>` tells what their steps came to.
 * `continue`, `retry`, `skip` or `abort <id>` says how a failed one goes on, `cancel <id>` gives one up.
 */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const write = (value: unknown, text: string) => {
    parts.stdout.write(values.json ? `${JSON.stringify(value)}\n` : text);
    return 0;
  };
  const [verb, plan] = positionals;
  return askAgent(parts, async (ask, { isRunning }) => {
    if (verb === undefined) {
      const plans = z.array(listed).parse(await ask("plans.list", {}));
      return write(plans, plans.map(toText).join("\n") || "There are no plans.\n");
    }
    if (plan === undefined) throw wrongUse(positionals);
    if (verb === "show") {
      const one = shown.parse(await ask("plans.show", { plan }));
      return write(one, toText(one) + one.steps.map(toStep).join(""));
    }
    if (verb !== "cancel" && !ANSWERS.includes(verb)) throw wrongUse(positionals);
    const asked =
      verb === "cancel"
        ? ask("plans.cancel", { plan })
        : ask("plans.answer", { plan, answer: verb });
    const one = listed.parse(await asked);
    const more = isRunning || one.state !== "running" ? "" : "It goes on when the agent runs.\n";
    return write(one, `${toText(one)}${more}`);
  });
}

function wrongUse(positionals: readonly string[]): Fault {
  return new Fault("invalid", `Not about a plan: ${positionals.join(" ")}`, {
    hint: "Write it like: reeve plans retry <id>",
  });
}

function toText({ id, goal, state, progress, reason, createdAt }: z.output<typeof listed>): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  const head = `${id}  ${state}${why}  ${new Date(createdAt).toISOString()}`;
  const lines = progress.split("\n").map((line) => `  ${line}`);
  return `${[head, `  ${goal}`, ...lines].join("\n")}\n`;
}

function toStep(step: z.output<typeof shown>["steps"][number], n: number): string {
  const { description, tool, state, output } = step;
  const using = tool === null ? "" : ` with ${tool}`;
  const lines = output === "" ? [] : output.split("\n").map((line) => `   ${line}`);
  return `${[`${n + 1}. ${description}${using} (${state})`, ...lines].join("\n")}\n`;
}
