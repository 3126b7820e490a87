import type { Operation } from "@reeve/operations/operation";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Principal } from "../kernel/principal.ts";

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
 * An operation with its handler. `run` checks the role and the output; the input has been validated
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
   * `invalid` for an invalid input.
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
      const parsed = found.operation.input.safeParse(input ?? {});
      if (!parsed.success) throw new Fault("invalid", `${name}: ${z.prettifyError(parsed.error)}`);
      return found.run(parsed.data, caller);
    },
  };
}
