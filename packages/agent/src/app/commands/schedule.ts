import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { oneLine } from "../../kernel/cut-text.ts";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { addJob } from "./schedule/add-job.ts";

const moment = z.object({ text: z.string() });

const job = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  when: z.string(),
  next: moment.optional(),
  status: z.string(),
  dependsOn: z.array(z.string()),
  lastRun: z.object({ at: moment, state: z.string(), result: z.string().optional() }).optional(),
  maker: z.string(),
  place: z.string(),
});

const shown = job.extend({
  integrity: z.string(),
  runs: z.array(
    z.object({ instant: z.number(), state: z.string(), result: z.string().nullable() }),
  ),
});

type Job = z.output<typeof job>;

/** `reeve schedule`: what is done by itself; `show <id>`, `run <id>` at once, `cancel <id>`, `add <words>`, `depend <id> <id>…`. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    all: { type: "boolean", short: "a" },
    state: { type: "string" },
    at: { type: "string" },
    every: { type: "string" },
    cron: { type: "string" },
    chat: { type: "string" },
  });
  const write = (value: unknown, text: string) =>
    parts.stdout.write(values.json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  const [first, ...words] = positionals;
  if (first === "add")
    return askAgent(parts, async (ask) => {
      const { value, text } = await addJob(words, values, ask);
      write(value, text);
      return 0;
    });
  if (first === "depend" && words.length > 0)
    return askAgent(parts, async (ask) => {
      const [waiting, ...on] = words;
      const value = await ask("schedule.depend", { job: waiting, on });
      write(value, `${waiting} waits for ${on.length > 0 ? on.join(", ") : "none"}.`);
      return 0;
    });
  const [verb = "list", id, ...rest] = positionals;
  if (rest.length > 0 || (verb === "list" ? id !== undefined : !VERBS.has(verb) || !id))
    throw new Fault("invalid", `Not about jobs: ${positionals.join(" ")}`, {
      hint: "Write it like: reeve schedule show <id>, run <id>, cancel <id> or add <words> --at <time>",
    });
  return askAgent(parts, async (ask) => {
    if (verb === "list") {
      const { all, state } = values;
      const jobs = z.array(job).parse(await ask("schedule.list", { all, state }));
      write(jobs, jobs.length === 0 ? "Nothing is planned." : jobs.map(toLine).join("\n"));
      return 0;
    }
    const answer = await ask(`schedule.${verb}`, { job: id });
    if (verb === "show") {
      const one = shown.parse(answer);
      write(one, toText(one));
      return 0;
    }
    write(answer, verb === "run" ? `${id} runs now.` : `${id} is cancelled.`);
    return 0;
  });
}

const VERBS: ReadonlySet<string> = new Set(["show", "run", "cancel"]);

function toLine({ id, kind, text, when, next, status, place }: Job): string {
  const at = next?.text ?? status;
  return `${id.padEnd(18)} ${at.padEnd(20)} ${kind.padEnd(8)} ${oneLine(text)} (${when}; ${place})`;
}

function toText(one: z.output<typeof shown>): string {
  const { id, kind, text, when, next, status, maker, place, dependsOn, integrity, runs } = one;
  return [
    `${id}  ${kind}, ${status}`,
    `text     ${text}`,
    `when     ${when}`,
    `next     ${next?.text ?? "not by itself"}`,
    `for      ${maker}, in ${place}`,
    `trusted  like ${integrity}`,
    ...(dependsOn.length > 0 ? [`after    ${dependsOn.join(", ")}`] : []),
    ...runs.map(
      ({ instant, state, result }) =>
        `run      ${new Date(instant).toISOString().slice(0, 16)}Z ${state}${result ? `: ${oneLine(result, RESULT_CHARS)}` : ""}`,
    ),
  ].join("\n");
}

const RESULT_CHARS = 100;
