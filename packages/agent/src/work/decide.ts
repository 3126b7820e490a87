import { isFault } from "@reeve/sdk";
import { backoffMs, type Policy } from "./policy.ts";

/** How often a piece of work was tried. */
export interface Tries {
  /** Errors and refusals. Outages are not among them. */
  readonly attempts: number;
  /** Outages in a row; only the delay depends on them. */
  readonly outages: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Why a run failed. */
export type Failure =
  /** The other side is down or slow, which says nothing about the item. */
  | { readonly type: "outage"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  /** The other side rejects this item. `isFinal`: it will never accept it. */
  | { readonly type: "refused"; readonly reason: string; readonly isFinal?: boolean }
  /** A bug of ours. */
  | { readonly type: "error"; readonly reason: string };

/** State of an item after a failed run. `failed` and `expired` items are dead letters. */
export interface Verdict {
  readonly state: "waiting" | "failed" | "expired";
  readonly attempts: number;
  readonly outages: number;
  /** When it is tried again, in Unix milliseconds. */
  readonly nextAt: number;
  readonly reason: string;
}

/** An outage that is not a fault, with the delay that the other side asked for. */
export class Outage extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Work that ended the process too often to be run again. */
export class Crashed extends Error {}

/** A server that asks for a day is asked again sooner. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** Decides what becomes of an item whose run failed. All kinds of work use this function. */
export function decide(
  { attempts, outages, createdAt }: Tries,
  failure: Failure,
  {
    policy,
    now,
    random,
  }: { readonly policy: Policy; readonly now: number; readonly random: number },
): Verdict {
  const { reason } = failure;
  if (failure.type === "outage") {
    const isTooOld = now - createdAt >= policy.ageLimitMs;
    const asked = Math.min(failure.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const nextAt = now + Math.max(asked, backoffMs(policy, outages + 1, random));
    const state = isTooOld ? "expired" : "waiting";
    return { state, attempts, outages: outages + 1, nextAt, reason };
  }
  const most = failure.type === "error" ? policy.maxErrors : policy.maxRefusals;
  const isOver = attempts + 1 >= most || (failure.type === "refused" && failure.isFinal === true);
  const nextAt = now + backoffMs(policy, attempts + 1, random);
  const state = isOver ? "failed" : "waiting";
  return { state, attempts: attempts + 1, outages: 0, nextAt, reason };
}

/** Classifies an error. One that is not a fault is a bug, whose words may name internals. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Outage)
    return { type: "outage", reason: error.message, retryAfterMs: error.retryAfterMs };
  if (error instanceof Crashed) return { type: "refused", reason: error.message, isFinal: true };
  if (!isFault(error)) return { type: "error", reason: "internal error" };
  const reason = error.message;
  if (error.code === "missing") return { type: "refused", reason, isFinal: true };
  if (error.code === "invalid") return { type: "refused", reason };
  return { type: "outage", reason };
}
