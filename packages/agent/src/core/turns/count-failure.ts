import { isFault } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import { StoreFault } from "../../kernel/store-fault.ts";
import type { Repositories } from "../../store/store.ts";
import type { WorkRow } from "../../store/work.ts";
import { type Failure, toFailure, type Tries, type Verdict } from "../../work/decide.ts";
import { POLICIES } from "../../work/policy.ts";

/** Work that can fail: the claim of a chat, the reading of its files, or a turn. */
export interface TurnSubject {
  readonly kind: "claim" | "attachments" | "turn";
  readonly id: string;
}

/** Returns how often work of a chat failed since it last got on. */
export async function triesOf(
  { work }: Pick<Repositories, "work">,
  { kind, id }: TurnSubject,
  now: number,
): Promise<Tries> {
  return (await work.byId(kind, id)) ?? { attempts: 0, outages: 0, createdAt: now };
}

/** Stores a failure. One that ends the work leaves no dead letter: whoever wrote is told in the chat. */
export async function saveFailure(
  { work, turns }: Pick<Repositories, "work" | "turns">,
  { kind, id }: TurnSubject,
  {
    verdict: { state, attempts, outages, nextAt, reason },
    createdAt,
  }: { readonly verdict: Verdict; readonly createdAt: number },
): Promise<void> {
  const { crashes = 0, suspicion = 0 } = (await work.byId(kind, id)) ?? {};
  const most = state === "waiting" ? attempts : Math.max(attempts, POLICIES.turn.maxErrors);
  const counts = { attempts: most, outages, crashes, suspicion };
  await work.set({ kind, id, ...counts, createdAt, nextAt, state: "waiting", reason });
  if (kind === "turn") await turns.setAttempts(toId(id), most);
}

/** Checks whether nothing is tried any more. */
export function isGivenUp({ attempts }: WorkRow): boolean {
  return attempts >= POLICIES.turn.maxErrors;
}

/** Returns why a turn was given up, for the log and `reeve why`. */
export function reasonOf({ attempts, outages, crashes, reason }: WorkRow): string {
  if (crashes >= POLICIES.turn.maxCrashes)
    return `given up: it crashed the process ${crashes} times`;
  return outages > 0 ? `given up: ${reason}` : `given up after ${attempts} attempts`;
}

/**
 * Classifies an error of turn work. Models and channels that are down are waited for elsewhere, so
 * only an outage of the store says nothing about the turn; other faults are bugs.
 */
export function toTurnFailure(error: unknown): Failure {
  const isBug = isFault(error) && !(error instanceof StoreFault);
  return isBug ? { type: "error", reason: "internal error" } : toFailure(error);
}
