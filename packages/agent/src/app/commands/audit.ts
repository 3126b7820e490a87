import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type AskByName, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const records = z.array(
  z.looseObject({
    n: z.int(),
    at: z.number(),
    tool: z.string(),
    name: z.string().optional(),
    verdict: z.string().optional(),
    role: z.string().optional(),
    outcome: z.string().optional(),
    durationMs: z.number().optional(),
    authority: z.looseObject({ by: z.string() }).optional(),
    args: z.unknown(),
    taint: z.looseObject({ origin: z.string().optional() }).optional(),
    isForgotten: z.boolean().optional(),
  }),
);

const report = z.object({
  rows: z.int(),
  forgotten: z.int(),
  isWhole: z.boolean(),
  brokenAt: z.int().optional(),
  because: z.string().optional(),
});

/** `reeve audit`: what tools did, for whom and by whose leave, newest first; `--verify` checks the chain. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tool: { type: "string" },
      person: { type: "string" },
      since: { type: "string" },
      verify: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  const form = values.json ? "json" : "text";
  if (values.verify) return askAgent(parts, (ask) => verify(ask, form, parts));
  const { tool, person } = values;
  const since = values.since === undefined ? undefined : readTime(values.since);
  return askAgent(parts, async (ask) => {
    const list = records.parse(await ask("audit.list", { tool, person, since }));
    parts.stdout.write(form === "json" ? `${JSON.stringify(list)}\n` : toText(list));
    return 0;
  });
}

async function verify(
  ask: AskByName,
  form: "json" | "text",
  { stdout }: Pick<CommandParts, "stdout">,
): Promise<number> {
  const found = report.parse(await ask("audit.verify", {}));
  const { rows, forgotten, isWhole, brokenAt, because } = found;
  const gaps = forgotten > 0 ? `, something was forgotten in ${forgotten}` : "";
  const said = isWhole
    ? `The record is whole: ${rows} rows${gaps}.`
    : `The record is broken at row ${brokenAt}: ${because}.`;
  stdout.write(form === "json" ? `${JSON.stringify(found)}\n` : `${said}\n`);
  return isWhole ? 0 : 1;
}

function readTime(text: string): number {
  const at = Date.parse(text);
  if (Number.isFinite(at)) return at;
  throw new Fault("invalid", `Not a date: "${text}".`, { hint: "Write it like 2026-02-20." });
}

function toText(list: z.output<typeof records>): string {
  if (list.length === 0) return "Nothing is on record.\n";
  return list.map((record) => `${lineOf(record)}\n`).join("");
}

function lineOf({
  n,
  at,
  tool,
  name,
  args,
  taint,
  isForgotten,
  ...facts
}: z.output<typeof records>[number]) {
  const { verdict = "?", outcome = "?", durationMs, authority, role = "?" } = facts;
  const took = durationMs === undefined ? "" : ` in ${durationMs} ms`;
  const by = authority ? ` by ${authority.by}` : "";
  const said = isForgotten && args === undefined ? "[forgotten]" : JSON.stringify(args);
  const when = new Date(at).toISOString().slice(0, 19);
  const after = taint?.origin === undefined ? "" : `, made of ${taint.origin}`;
  return `${n}  ${when}  ${tool}  ${verdict}${by}, ${outcome}${took}${after}  ${name ?? "?"} (${role})\n  ${said}`;
}
