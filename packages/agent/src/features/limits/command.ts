import { limits, type ShownLimits } from "@reeve/operations/agent/limits";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve limits`. */
export const limitsCommand = defineCommandLine({
  command: "limits",
  operations: limits,
  show: { show: toText, set: { instead: "show" }, unset: { instead: "show" } },
});

function toText({ limits: current, set, money, assets, unpriced }: ShownLimits): string {
  const { rates, overRate } = current;
  const chosen = Object.entries(set).map(([key, value]) => `${key} ${value}`);
  return [
    ...Object.entries(current.money).map(
      ([level, { day, month }]) =>
        `${level.padEnd(10)} ${inDollars(day)} per day, ${inDollars(month)} per month`,
    ),
    ...Object.entries(current.assets).map(([asset, { perCall, perDay, to }]) => {
      const paid = assets.find((one) => one.asset === asset)?.paid ?? "0";
      const only = to ? `, to ${to.join(" ")} only` : "";
      return `${asset.padEnd(10)} ${perCall ?? "any amount"} per payment, ${paid} of ${perDay ?? "any amount"} in 24 hours${only}`;
    }),
    `messages   ${most(rates.person.minute)} per minute and ${most(rates.person.day)} per day from each person, ${most(rates.group.minute)} per minute in a group`,
    `too fast   ${overRate ?? "messages from the owner and admins wait, others are refused"}`,
    ...(chosen.length > 0 ? [`set        ${chosen.join(", ")}`] : []),
    ...money.map(
      ({ subject, day, month, held }) =>
        `spent      ${subject}: ${day} today, ${month} this month${held === "$0" ? "" : `, ${held} reserved`}`,
    ),
    ...unpriced.map((model) => `unknown    the price of ${model}`),
    "",
  ].join("\n");
}

function most(messages: number): string {
  return messages === 0 ? "any number" : String(messages);
}

function inDollars(text: string | undefined): string {
  return text === undefined ? "any amount" : `$${text}`;
}
