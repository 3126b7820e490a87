import { clock } from "@reeve/operations/agent/clock";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { ClockGuard } from "../../platform/clock/clock-guard.ts";

export function createClockOperations({
  guard,
  newId,
}: {
  readonly guard: ClockGuard;
  readonly newId: NewId;
}): Implementation {
  const status = () => ({
    isTrusted: guard.isTrusted,
    offsetMs: Math.round(guard.offsetMs),
    now: Math.round(guard.now()),
  });
  return implement(
    clock,
    {
      status: async () => status(),
      async confirm() {
        guard.confirm();
        return status();
      },
    },
    newId,
  );
}
