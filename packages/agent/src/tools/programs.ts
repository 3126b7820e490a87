import type { FaultCode } from "@reeve/sdk";

/** Calls that a program makes, through the gate. */
export interface ProgramCalls {
  /** Begins; rejects if the turn was stopped. */
  open(): Promise<ProgramDoor>;
}

/** The only way out of a program. */
export interface ProgramDoor {
  /** Makes a call; rejects if the turn was stopped. Calls run one after the other. */
  readonly call: (name: string, args: unknown, signal: AbortSignal) => Promise<ProgramResult>;
}

/** Result of a call as its program gets it: a value, or an error that the program can catch. */
export type ProgramResult =
  | { readonly value: unknown }
  | { readonly error: { readonly code: FaultCode; readonly message: string } };

/** Programs that a model writes, in a sandbox without network, files or environment. */
export interface Programs {
  /**
   * Runs the body of an async function that gets `tools`, and returns what it returns. Rejects with `invalid` if it
   * throws, `exhausted` beyond its limits, `conflict` if the turn was stopped, and `unavailable` without a sandbox.
   */
  run(code: string, signal: AbortSignal): Promise<unknown>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly programs: Programs;
  }
}
