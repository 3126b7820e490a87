import type { Spend } from "@reeve/sdk";
import { formatDecimal, parseDecimal } from "../kernel/text/decimal.ts";
import type { CallId, PersonId, ChatId, TurnId } from "../kernel/ids.ts";
import type { Account, LimitStore, Subject } from "../store/billing/limits.ts";
import { type LimitsConfig, limitsConfig } from "./config.ts";
import { canonicalAddress } from "../kernel/ton-address.ts";
import { texts } from "../platform/texts.ts";
import {
  ASSET_DAY_MS,
  type AssetLimit,
  decimalsOf,
  findAssetDenial,
  type Moment,
} from "./limits/find-asset-denial.ts";
import { checkSetting, mergeSettings } from "./limits/merge-settings.ts";
import {
  DOLLAR_DECIMALS,
  dayOf,
  daysOf,
  findOverrun,
  formatDollars,
  type MoneyLimit,
  type Overrun,
  formatUsed,
  usedOf,
} from "./limits/money.ts";
import { type MomentView, formatWhen } from "./format-when.ts";

export type { Moment } from "./limits/find-asset-denial.ts";
export type { Overrun } from "./limits/money.ts";

/** Returns the limits as they are now: those of the config, with what was set while the agent ran. */
export async function currentLimits(
  config: LimitsConfig,
  ledger: Pick<LimitStore, "settings">,
): Promise<LimitsConfig> {
  return mergeSettings(config, await ledger.settings());
}

/** Sets a limit by its key, such as `money.person.day`; `null` leaves it to the config again. Throws `invalid`. */
export async function setLimit(
  config: LimitsConfig,
  { key, value }: { readonly key: string; readonly value: string | null },
  ledger: LimitStore,
): Promise<void> {
  if (value !== null) checkSetting(await currentLimits(config, ledger), key, value);
  await ledger.set(key, value);
}

/** Defaults if no one set any. */
export const NO_LIMITS: LimitsConfig = limitsConfig.parse({
  rates: { person: { minute: 0, day: 0 }, group: { minute: 0 } },
});

/** Person and agent that a request is for. */
export interface Payer {
  readonly tenant: string;
  /** Absent for work that is done for no person in particular. */
  readonly person?: PersonId | undefined;
  readonly chat?: ChatId | undefined;
  readonly agent?: string | undefined;
  /** Budget of the agent itself per day, in billionths of a dollar. */
  readonly agentNanoPerDay?: bigint | undefined;
}

/** Returns the subjects whose accounts a request counts for. */
function subjectsOf({ person, chat, tenant, agent }: Payer): readonly Subject[] {
  return [
    ...(person === undefined ? [] : [`person:${person}`]),
    ...(chat === undefined ? [] : [`chat:${chat}`]),
    `tenant:${tenant}`,
    "platform",
    ...(agent === undefined ? [] : [`agent:${agent}`]),
  ];
}

/** Maximum cost of a request, computed before it is sent. */
export interface MoneyRequest {
  /** The same when it is sent again. */
  readonly id: string;
  readonly turn: TurnId | null;
  readonly payer: Payer;
  /** Billionths of a dollar; 0 where the price is not known. */
  readonly nano: bigint;
  /** Behavior when a budget is exhausted: reserve nothing, or reserve anyway. */
  readonly onOverrun: "refuse" | "hold";
}

export interface LimitContext extends Moment {
  readonly limits: LimitsConfig;
}

/**
 * Reserves the maximum cost of a request, in the caller's transaction. Returns the exhausted budget if
 * there is one. Without any budget nothing is reserved.
 */
export async function reserveMoney(
  ledger: LimitStore,
  { id, turn, payer, nano, onOverrun }: MoneyRequest,
  { limits: config, now, timeZone }: LimitContext,
): Promise<Overrun | undefined> {
  const limits = moneyLimitsOf(payer, config);
  if (limits.length === 0) return undefined;
  const day = dayOf(now, timeZone);
  const subjects = subjectsOf(payer);
  const isNew = nano > 0n && (await ledger.reserve({ id, turn, subjects, day, nano, at: now }));
  if (onOverrun === "hold") return undefined;
  const accounts = await ledger.accounts(subjects, daysOf(limits, day));
  const hasOwn = nano > 0n && !isNew;
  const others = accounts.map((account): Account => {
    // A request that already has a reservation is refused only because of money already spent.
    if (hasOwn) return { ...account, heldNano: 0n };
    return account.day === day ? { ...account, heldNano: account.heldNano - nano } : account;
  });
  const overrun = findOverrun(limits, others, { day, timeZone });
  if (!overrun) return undefined;
  if (nano > 0n) await ledger.settle(id, 0n);
  return overrun;
}

/** Returns the exhausted budget that blocks further requests; undefined if there is none. */
export async function findExhaustedBudget(
  ledger: Pick<LimitStore, "accounts">,
  payer: Payer,
  { limits: config, now, timeZone }: LimitContext,
): Promise<Overrun | undefined> {
  const limits = moneyLimitsOf(payer, config);
  if (limits.length === 0) return undefined;
  const day = dayOf(now, timeZone);
  const accounts = await ledger.accounts(subjectsOf(payer), daysOf(limits, day));
  return findOverrun(limits, accounts, { day, timeZone });
}

/** Counts the actual cost of a request, whether or not money was reserved for it. */
export async function settleMoney(
  ledger: LimitStore,
  { id, payer, nano }: Pick<MoneyRequest, "id" | "payer" | "nano">,
  { now, timeZone }: Moment,
): Promise<void> {
  if (await ledger.settle(id, nano)) return;
  await chargeMoney(ledger, { payer, nano }, { now, timeZone });
}

/** Counts spending without a reservation. */
export async function chargeMoney(
  ledger: LimitStore,
  { payer, nano }: Pick<MoneyRequest, "payer" | "nano">,
  { now, timeZone }: Moment,
): Promise<void> {
  if (nano === 0n) return;
  await ledger.charge({ subjects: subjectsOf(payer), day: dayOf(now, timeZone), nano });
}

/**
 * Closes the remaining reservations of a turn. `spent`: its requests may have been answered at an unknown
 * price, so they count as a whole. `free`: they cost nothing.
 */
export async function closeReservations(
  ledger: LimitStore,
  turn: TurnId,
  as: "spent" | "free",
): Promise<void> {
  for (const { id, nano } of await ledger.holdsOf(turn))
    await ledger.settle(id, as === "spent" ? nano : 0n);
}

/** Asset name of dollars: calls that spend it count for money budgets. */
export const MONEY_ASSET = "USD";

/** Checks whether the amount declared by a call can be counted. */
export function isAmount(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}

/** Sets aside what a call may cost in dollars; the budget that is used up where there is one. */
export async function reserveForCall(
  ledger: LimitStore,
  {
    call,
    dollars,
    ...request
  }: Pick<MoneyRequest, "turn" | "payer"> & { readonly call: CallId; readonly dollars: string },
  setting: LimitContext,
): Promise<Overrun | undefined> {
  const nano = parseDecimal(dollars, DOLLAR_DECIMALS);
  const asked = { ...request, id: `call:${call}`, nano, onOverrun: "refuse" } as const;
  return reserveMoney(ledger, asked, setting);
}

/** Closes the reservation of a call: as spent, unless it certainly was not. */
export async function settleCall(
  ledger: LimitStore,
  {
    call,
    dollars,
    payer,
  }: { readonly call: CallId; readonly dollars: string; readonly payer: Payer },
  moment: Moment,
): Promise<void> {
  const nano = parseDecimal(dollars, DOLLAR_DECIMALS);
  await settleMoney(ledger, { id: `call:${call}`, payer, nano }, moment);
}

/** Describes an overrun for the stored reason, API clients and models. */
export function describeOverrun(
  overrun: Overrun,
  moment: Moment,
): { reason: string; line: string } {
  const { whose, period } = overrun;
  return {
    reason: `${formatUsed(overrun)} in a ${period} for ${whose}`,
    line: formatOverrun(overrun, { ...moment, language: "en" }),
  };
}

/** Formats an overrun for the sender of a message, by their clock and in their language. */
export function formatOverrun(overrun: Overrun, view: MomentView): string {
  const { usedUp, whose } = texts(view.language).limits;
  const { kind, name: agent } = readSubject(overrun.subject);
  return usedUp[overrun.period]({
    whose: kind === "agent" ? whose.agent({ agent }) : whose[kind],
    used: formatUsed(overrun, view.language),
    moment: formatWhen(overrun.freeAt, view),
  });
}

const SUBJECTS = ["person", "chat", "tenant", "platform", "agent"] as const;

/** Kind of subject that can have a budget. */
export type SubjectKind = (typeof SUBJECTS)[number];

function readSubject(subject: Subject): { readonly kind: SubjectKind; readonly name: string } {
  const [word = "", name = ""] = subject.split(":");
  return { kind: SUBJECTS.find((one) => one === word) ?? "platform", name };
}

/** Returns why one more call would exceed the limit of an asset within a day, or undefined if it does not. */
export async function findSpendDenial(
  ledger: Pick<LimitStore, "spentSince">,
  { tenant, spend }: { readonly tenant: string; readonly spend: Spend },
  { limits, now, timeZone }: LimitContext,
): Promise<string | undefined> {
  if (!isAmount(spend.amount)) return `"${spend.amount}" of ${spend.asset} cannot be counted.`;
  const limit = limitOf(limits, spend.asset);
  if (!limit) return undefined;
  const asset = canonicalAddress(spend.asset);
  const spent = await ledger.spentSince(tenant, asset, now - ASSET_DAY_MS);
  return findAssetDenial(spend, limit, { spent, now, timeZone });
}

/**
 * Counts the planned spending of a call, in the transaction that starts it. If the call is denied, returns
 * the reason and counts nothing.
 */
export async function spendAsset(
  ledger: LimitStore,
  { call, ...asked }: { readonly call: CallId; readonly tenant: string; readonly spend: Spend },
  setting: LimitContext,
): Promise<string | undefined> {
  const { tenant, spend } = asked;
  const asset = canonicalAddress(spend.asset);
  await ledger.lockAsset(tenant, asset);
  const denial = await findSpendDenial(ledger, asked, setting);
  if (denial !== undefined) return denial;
  const { to } = spend;
  const amount = parseDecimal(spend.amount, decimalsOf(asset, limitOf(setting.limits, asset)));
  await ledger.spend({ call, tenant, asset, amount, recipient: to ?? null, at: setting.now });
  return undefined;
}

/** Returns the limit of an asset, however its address is spelled. */
function limitOf({ assets }: LimitsConfig, asset: string): AssetLimit | undefined {
  const wanted = canonicalAddress(asset);
  return Object.entries(assets).find(([name]) => canonicalAddress(name) === wanted)?.[1];
}

/** Remaining money of a budget, in billionths of a dollar. */
export interface MoneyLeft {
  readonly kind: SubjectKind;
  /** Name of the person, chat, tenant or agent that has the budget. */
  readonly name: string;
  readonly period: "day" | "month";
  readonly leftNano: bigint;
  readonly limitNano: bigint;
}

/** Returns the remaining money of the budgets that a request would count for. */
export async function moneyLeft(
  ledger: Pick<LimitStore, "accounts">,
  payer: Payer,
  { limits: config, now, timeZone }: LimitContext,
): Promise<readonly MoneyLeft[]> {
  const limits = moneyLimitsOf(payer, config);
  const day = dayOf(now, timeZone);
  const accounts = await ledger.accounts(subjectsOf(payer), daysOf(limits, day));
  return limits.map((limit) => {
    const { subject, period, nano } = limit;
    const { spentNano, heldNano } = usedOf(limit, accounts, day);
    const used = spentNano + heldNano;
    const leftNano = used < nano ? nano - used : 0n;
    return { ...readSubject(subject), period, leftNano, limitNano: nano };
  });
}

/** Money used by one subject with a budget, or by all together. */
export interface UsedMoney {
  /** `person:…`, `chat:…`, `tenant:…`, `agent:…` or `platform`. */
  readonly subject: Subject;
  readonly day: string;
  readonly month: string;
  /** Reserved for running requests. */
  readonly held: string;
}

/** Returns money spent today and this month, formatted, for every subject that spent any. */
export async function moneyAccounts(
  ledger: LimitStore,
  { now, timeZone }: Moment,
): Promise<readonly UsedMoney[]> {
  const day = dayOf(now, timeZone);
  const month = day.slice(0, 7);
  const accounts = await ledger.allAccounts({ from: `${month}-01`, to: `${month}-31` });
  const subjects = [...new Set(accounts.map(({ subject }) => subject))];
  return subjects.map((subject) => {
    const own = accounts.filter((account) => account.subject === subject);
    const today = own.filter((account) => account.day === day);
    const held = formatDollars(own.reduce((sum, { heldNano }) => sum + heldNano, 0n));
    return { subject, day: spentIn(today), month: spentIn(own), held };
  });
}

function spentIn(accounts: readonly Account[]): string {
  return formatDollars(accounts.reduce((sum, { spentNano }) => sum + spentNano, 0n));
}

/** "1.5" */
export function formatForSummary({
  units,
  decimals,
}: Pick<PaidAsset, "units" | "decimals">): string {
  return formatDecimal(units, decimals);
}

export interface PaidAsset {
  readonly asset: string;
  /** Amount in the asset's smallest units. */
  readonly units: bigint;
  readonly decimals: number;
}

/** Returns the amount of each limited asset that was paid in the last 24 hours. */
export async function paidAssets(
  ledger: LimitStore,
  tenant: string,
  { limits, now }: Pick<LimitContext, "limits" | "now">,
): Promise<readonly PaidAsset[]> {
  return Promise.all(
    Object.entries(limits.assets).map(async ([asset, limit]) => {
      const since = now - ASSET_DAY_MS;
      const spent = await ledger.spentSince(tenant, canonicalAddress(asset), since);
      const units = spent.reduce((sum, { amount }) => sum + amount, 0n);
      return { asset, units, decimals: decimalsOf(asset, limit) };
    }),
  );
}

/** Checks whether any money is limited, apart from that of agents. */
export function hasMoneyLimits({ money }: LimitsConfig): boolean {
  return Object.values(money).some(({ day, month }) => (day ?? month) !== undefined);
}

/** Returns the budgets that hold for a payer, from the narrowest to the widest. */
function moneyLimitsOf(
  { person, chat, tenant, agent, agentNanoPerDay }: Payer,
  { money }: LimitsConfig,
): readonly MoneyLimit[] {
  const levels = [
    { subject: `person:${person}`, whose: "this person", periods: money.person },
    { subject: `chat:${chat}`, whose: "this chat", periods: money.chat },
    { subject: `tenant:${tenant}`, whose: "everyone here", periods: money.tenant },
    { subject: "platform", whose: "this installation", periods: money.platform },
  ];
  const subjects = new Set(subjectsOf({ person, chat, tenant }));
  const own = levels
    .filter(({ subject }) => subjects.has(subject))
    .flatMap(({ periods, ...level }) =>
      (["day", "month"] as const).flatMap((period): readonly MoneyLimit[] => {
        const text = periods[period];
        if (text === undefined) return [];
        return [{ ...level, period, nano: parseDecimal(text, DOLLAR_DECIMALS) }];
      }),
    );
  if (agentNanoPerDay === undefined || agent === undefined) return own;
  const whose = `the agent ${agent}`;
  return [{ subject: `agent:${agent}`, whose, period: "day", nano: agentNanoPerDay }, ...own];
}
