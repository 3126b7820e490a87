import type { Operation, RoleNeeded } from "@reeve/operations/operation";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { isAtLeast, type Principal } from "../kernel/principal.ts";

/** Principal and chat that invoke an operation. */
export interface Caller {
  readonly person: Principal;
  /** Channel and chat that the operation refers to. */
  readonly channel: string;
  readonly externalId: string;
  /** Shared by all repeats of one request. */
  readonly key?: string | undefined;
}

/**
 * An operation with its handler. `run` checks the output; the role and the input have been checked
 * before.
 */
export interface ImplementedOperation {
  readonly operation: Operation;
  run(input: unknown, caller: Caller): Promise<unknown>;
}

/** Operations that one module implements. */
export type Implementation = readonly ImplementedOperation[];

/** Carries out operations. Within the process, use `askAs`; only protocols name operations. */
export interface Control {
  readonly implemented: Implementation;
  /**
   * Carries out the operation that a frame or an `Ask` names. Throws `missing` for an unknown one,
   * `denied` for a role that may not, `invalid` for an invalid input.
   */
  receive(name: string, input: unknown, caller: Caller): Promise<unknown>;
}

/** Creates a control from the implementations of all modules. */
export function createControl(parts: readonly Implementation[]): Control {
  const implemented = parts.flat();
  const byName = new Map<string, ImplementedOperation>(
    implemented.map((one) => [one.operation.name, one]),
  );
  return {
    implemented,
    async receive(name, input, caller) {
      const found = byName.get(name);
      if (!found)
        throw new Fault("missing", `Unknown operation: "${name}".`, {
          hint: `Known operations: ${[...byName.keys()].join(", ")}.`,
        });
      // Whoever may not ask is not told what is wrong with the input.
      if (found.operation.needs) refuseBelow(found.operation.needs, caller);
      const parsed = found.operation.input.safeParse(input ?? {});
      if (!parsed.success) throw new Fault("invalid", `${name}: ${z.prettifyError(parsed.error)}`);
      return found.run(parsed.data, caller);
    },
  };
}

function refuseBelow({ role, to }: RoleNeeded, { person }: Caller): void {
  if (isAtLeast(person.role, role)) return;
  const who = role === "owner" ? "the owner" : "the owner and admins";
  throw new Fault("denied", `Only ${who} can ${to} (your role: ${person.role}).`);
}
