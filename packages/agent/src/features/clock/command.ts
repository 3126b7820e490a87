import { clock, type ClockState } from "@reeve/operations/agent/clock";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve clock`. */
export const clockCommand = defineCommandLine({
  command: "clock",
  operations: clock,
  show: { status: toText, confirm: toText },
});

function toText({ isTrusted, now, offsetMs }: ClockState): string {
  const time = new Date(now).toISOString();
  if (isTrusted) return `The time is ${time}.`;
  const machine = new Date(now + offsetMs).toISOString();
  return (
    `The machine's clock shows ${machine}; by the time that has passed, it should be ${time}.\n` +
    "Reminders, jobs, expiry and retention are on hold. If the machine's clock is right, run: reeve clock confirm"
  );
}
