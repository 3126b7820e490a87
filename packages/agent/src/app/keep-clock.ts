import { stat } from "node:fs/promises";
import { correctTimes } from "../domains/correct-times.ts";
import { attempt } from "../kernel/attempt.ts";
import { createWakeup, type Wakeup } from "../kernel/wakeup.ts";
import {
  type ClockGuard,
  type ClockShift,
  createClockGuard,
  type MachineClocks,
  MARK_MS,
} from "../platform/clock/clock-guard.ts";
import { readMark, writeMark } from "../platform/clock/clock-mark.ts";
import { onServerTime } from "../platform/clock/server-times.ts";
import type { Home } from "../platform/home.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { Unavailable } from "./start-steps.ts";

/** The clock of a home. */
export interface HomeClock {
  readonly guard: ClockGuard;
  /** Notified when the time is trusted again. */
  readonly wakeup: Wakeup;
}

/** Opens the clock of a home: it goes on from the time that the process before has stored. */
export function openClock({ clock: file }: Home, clocks: MachineClocks): HomeClock {
  const wakeup = createWakeup();
  return { guard: createClockGuard(clocks, readMark(file), () => wakeup.notify()), wakeup };
}

export interface KeepClockDeps extends HomeClock {
  readonly file: string;
  readonly store: Store;
  readonly log: Log;
  /** Told when times were set right: what was on hold may be due. */
  readonly onCorrected: () => void;
  /** An address over TLS whose server is asked for the time while it is doubted. */
  readonly witness: () => string | undefined;
}

const ASK_MS = 10_000;
/** Written by systemd's time service whenever a time server has answered. */
const SYNCHRONIZED = "/run/systemd/timesync/synchronized";

/** Watches the clock until `signal` aborts: notices jumps, asks for the time, and sets stored times right. */
export async function keepClock(deps: KeepClockDeps, signal: AbortSignal): Promise<void> {
  const { guard, wakeup, log } = deps;
  const wake = () => wakeup.notify();
  signal.addEventListener("abort", wake);
  const listening = onServerTime((time) => guard.witness(time));
  let wasTrusted = true;
  // A full disk must not end the agent: what was not saved is saved at the next look.
  const save = async () => {
    const saved = await attempt(saveClock(deps));
    if (saved.status === "rejected") log.error("failed to save the time", { error: saved.reason });
  };
  while (!signal.aborted) {
    await save();
    if (wasTrusted && !guard.isTrusted) log.warn("clock jumped", { offsetMs: guard.offsetMs });
    wasTrusted = guard.isTrusted;
    if (!wasTrusted) await askForTime(deps, signal);
    if (!signal.aborted) await wakeup.wait(MARK_MS);
  }
  listening[Symbol.dispose]();
  await save();
  signal.removeEventListener("abort", wake);
}

/**
 * Sets stored times right after the clock was, and writes the mark for the next process. If this one
 * dies in between, the next one does it again.
 */
export async function saveClock({
  guard,
  file,
  store,
  log,
  onCorrected,
}: Pick<KeepClockDeps, "guard" | "file" | "store" | "log"> &
  Partial<Pick<KeepClockDeps, "onCorrected">>): Promise<void> {
  const shifts = guard.shifts();
  const backMs = guard.steppedBackMs;
  const isWrong = shifts.length > 0 || backMs > 0;
  if (isWrong) await correct({ shifts, backMs }, { guard, store, log });
  guard.corrected(shifts.length, backMs);
  writeMark(file, guard.mark());
  if (isWrong) onCorrected?.();
}

async function correct(
  { shifts, backMs }: { readonly shifts: readonly ClockShift[]; readonly backMs: number },
  { guard, store, log }: Pick<KeepClockDeps, "guard" | "store" | "log">,
): Promise<void> {
  const now = guard.now();
  await store.commit("recover", async (tx) => {
    for (const shift of shifts) await correctTimes(tx, shift, now);
    if (backMs > 0) await tx.times.hasten({ ms: backMs, now });
  });
  if (shifts.length > 0) log.info("clock is trusted", { movedMs: shifts.map(({ ms }) => ms) });
  if (backMs > 0) log.info("clock was set back", { backMs });
}

/** Its answer reaches the guard like that of any other server. */
async function askForTime({ guard, witness, log }: KeepClockDeps, signal: AbortSignal) {
  const synchronized = await attempt(stat(SYNCHRONIZED));
  if (synchronized.status === "fulfilled") guard.witness(synchronized.value.mtimeMs);
  const server = witness();
  if (server === undefined || guard.isTrusted) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
  const asked = await attempt(fetch(server, { method: "HEAD", redirect: "manual", signal: limit }));
  if (asked.status === "rejected") log.debug("failed to ask for the time", { error: asked.reason });
}

/** Names a doubted clock among the parts that do not work. */
export function doubtOf({ isTrusted, offsetMs }: ClockGuard): readonly Unavailable[] {
  if (isTrusted) return [];
  const hours = (Math.abs(offsetMs) / 3_600_000).toFixed(1);
  const direction = offsetMs > 0 ? "ahead of" : "behind";
  const reason =
    `The machine's clock is ${hours} hours ${direction} the expected time. ` +
    "Reminders, jobs, expiry and retention are on hold. If the clock is right, run: reeve clock confirm";
  return [{ part: "clock", reason }];
}
