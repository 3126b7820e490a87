import type { CommandLine } from "../../operations/cli.ts";
import type { Readable, Writable } from "node:stream";

/** Context of a command: what it gets from the process it runs in. */
export interface CommandContext {
  /** Aborts when the process is told to end. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings given as `--set key=value`; they go before file and environment. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly stdin: Readable & {
    readonly isTTY?: boolean;
    setRawMode?(isRaw: boolean): unknown;
  };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/**
 * Exports of each file in `commands/`. Resolves to the exit code; a `Fault` is printed and ends in
 * 1 or 2.
 */
export interface CommandModule {
  readonly run: (args: readonly string[], context: CommandContext) => Promise<number>;
  /** Its verbs, or those of `args` in detail, where they derive from operations. */
  readonly help?: (args: readonly string[]) => string;
}

/** A row of the table that `--help` prints. */
export interface Command {
  readonly name: string;
  /** Another name that works, too. Help does not show it. */
  readonly alias?: string;
  /** Arguments after the name; empty if the verbs derive from operations. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
  /** The operations that the command derives from. */
  readonly line?: () => Promise<CommandLine>;
  /** It runs for days: its memory matters more than how soon it is up. */
  readonly staysUp?: boolean;
}
