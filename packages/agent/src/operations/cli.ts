import type { Operation, Operations, Verb } from "@reeve/operations/operation";
import type { z } from "zod";

/** Context of an output, for its text. */
export interface ShowContext {
  readonly verb: string;
  /** False if no agent is running and this process carried out the operation. */
  readonly isRunning: boolean;
}

// As a method, so that the texts of all operations fit into one table.
interface Showing<Output> {
  show(output: Output, context: ShowContext): string;
}

/** Formats an operation's output for people. */
export type Show<One extends Operation> = Showing<z.output<One["output"]>>["show"];

/** Invokes another operation afterwards, without input, and shows its output: the changed list. */
export interface ShowOther<Name extends string = string> {
  readonly instead: Name;
}

/** Value of an option; a list if it may be repeated. */
export type OptionValue = string | boolean | readonly (string | boolean)[];

/** Words entered after a verb. */
export interface TypedWords {
  readonly verb: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, OptionValue | undefined>>;
}

interface Reading<Input> {
  read(typed: TypedWords): Input;
}

type Read<One extends Operation> = Reading<z.input<One["input"]>>["read"];

/** An option that is not a field of the input. */
export interface OwnOption {
  /** `strings` may be repeated. */
  readonly type: "string" | "strings" | "boolean";
  readonly description: string;
  /** Placeholder of its value in help. Default: `text`. */
  readonly value?: string;
}

export type OwnOptions = Readonly<Record<string, OwnOption>>;

export interface CommandLine<All extends Operations = Operations> {
  /** Name of the command: `notes` of `reeve notes`. */
  readonly command: string;
  readonly operations: All;
  /** One text per operation that has a verb. */
  readonly show: { readonly [Name in keyof All]: Show<All[Name]> | ShowOther<keyof All & string> };
  /** Parses the words into an input if the fields alone are not enough. */
  readonly read?: { readonly [Name in keyof All]?: Read<All[Name]> };
  /** Options of an operation with its own `read`, in place of the derived ones. */
  readonly options?: { readonly [Name in keyof All]?: OwnOptions };
  /** Operations whose text is printed unchanged, without a line break at the end. */
  readonly raw?: readonly (keyof All & string)[];
  /** Outputs with which the command exits with code 1. */
  readonly fails?: { readonly [Name in keyof All]?: FailsOf<All[Name]> };
  /** Verbs that run in place of others when those get no argument. */
  readonly bare?: Readonly<Record<string, string>>;
  /** Aliases of verbs: `--verify`, `replay --dead`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Current verbs and options by the names they had before, which help does not show. */
  readonly former?: Readonly<Record<string, string>>;
  /** Verbs with their own implementation, by name. */
  readonly own?: Readonly<Record<string, OwnVerb>>;
}

/** Verb with its own implementation. */
export interface OwnVerb {
  /** Its arguments and options: `--to <file>`. */
  readonly usage: string;
  readonly summary: string;
}

interface Failing<Output> {
  fails(output: Output): boolean;
}

type FailsOf<One extends Operation> = Failing<z.output<One["output"]>>["fails"];

/** Declares a noun's command. An operation without a text does not compile. */
export function defineCommandLine<All extends Operations>(line: CommandLine<All>): CommandLine;
export function defineCommandLine(line: CommandLine): CommandLine {
  return line;
}

/** A verb with its operation. */
export interface KnownVerb extends Verb {
  /** Name of the operation within its noun. */
  readonly key: string;
  readonly operation: Operation;
}

/** Returns the verbs of a noun, in order. */
export function verbsOf({ operations }: Pick<CommandLine, "operations">): readonly KnownVerb[] {
  return Object.entries(operations).flatMap(([key, operation]) =>
    listOf(operation).map((verb) => ({ ...verb, key, operation })),
  );
}

function listOf({ cli }: Operation): readonly Verb[] {
  if (cli === undefined) return [];
  return "verb" in cli ? [cli] : cli;
}
