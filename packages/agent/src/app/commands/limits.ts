import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";

const periods = z.object({ day: z.string().optional(), month: z.string().optional() });

const shown = z.object({
  limits: z.object({
    money: z.record(z.string(), periods),
    assets: z.record(
      z.string(),
      z.object({
        perCall: z.string().optional(),
        perDay: z.string().optional(),
        to: z.array(z.string()).optional(),
      }),
    ),
    rates: z.object({
      person: z.object({ minute: z.number(), day: z.number() }),
      group: z.object({ minute: z.number() }),
    }),
    overRate: z.string().optional(),
  }),
  set: z.record(z.string(), z.string()),
  money: z.array(
    z.object({ subject: z.string(), day: z.string(), month: z.string(), held: z.string() }),
  ),
  assets: z.array(z.object({ asset: z.string(), paid: z.string() })),
  unpriced: z.array(z.string()),
});

type Shown = z.output<typeof shown>;

/** `reeve limits`: what may be spent and what was; `set <key> <value>` changes a limit at once, `unset <key>` leaves it to the config. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const change = changeOf(positionals);
  return askAgent(parts, async (ask) => {
    if (change) await ask("limits.set", change);
    const all = shown.parse(await ask("limits.show", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(all)}\n` : toText(all));
    return 0;
  });
}

function changeOf(positionals: readonly string[]): { key: string; value?: string } | undefined {
  const [verb, key, value, ...rest] = positionals;
  if (verb === undefined) return undefined;
  if (verb === "set" && key !== undefined && value !== undefined && rest.length === 0)
    return { key, value };
  if (verb === "unset" && key !== undefined && value === undefined) return { key };
  throw new Fault("invalid", `Not a change of limits: ${positionals.join(" ")}`, {
    hint: "Write it like: reeve limits set money.person.day 0.50",
  });
}

function toText({ limits, set, money, assets, unpriced }: Shown): string {
  const { rates, overRate } = limits;
  const chosen = Object.entries(set).map(([key, value]) => `${key} ${value}`);
  return [
    ...Object.entries(limits.money).map(
      ([level, { day, month }]) =>
        `${level.padEnd(10)} ${inDollars(day)} a day, ${inDollars(month)} a month`,
    ),
    ...Object.entries(limits.assets).map(([asset, { perCall, perDay, to }]) => {
      const paid = assets.find((one) => one.asset === asset)?.paid ?? "0";
      const only = to ? `, to ${to.join(" ")} only` : "";
      return `${asset.padEnd(10)} ${perCall ?? "any amount"} at once, ${paid} of ${perDay ?? "any amount"} in 24 hours${only}`;
    }),
    `messages   ${most(rates.person.minute)} a minute and ${most(rates.person.day)} a day of each person, ${most(rates.group.minute)} a minute in a group`,
    `too fast   ${overRate ?? "the owner and admins wait, others are refused"}`,
    ...(chosen.length > 0 ? [`set        ${chosen.join(", ")}`] : []),
    ...money.map(
      ({ subject, day, month, held }) =>
        `spent      ${subject}: ${day} today, ${month} this month${held === "$0" ? "" : `, ${held} set aside`}`,
    ),
    ...unpriced.map((model) => `unknown    the price of ${model}: it counts as 0`),
    "",
  ].join("\n");
}

function most(messages: number): string {
  return messages === 0 ? "any number" : String(messages);
}

function inDollars(text: string | undefined): string {
  return text === undefined ? "any amount" : `$${text}`;
}
