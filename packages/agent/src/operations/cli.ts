import type { Operation, Operations, Verb } from "./operation.ts";
import type { z } from "zod";

/** What else a command line knows of an answer. */
export interface Shown {
  readonly verb: string;
  /** Whether an agent runs, or this process answered in its place. */
  readonly isRunning: boolean;
}

// As a method, so that the lines of all operations fit into one table.
interface Showing<Output> {
  show(output: Output, shown: Shown): string;
}

/** An answer as people read it. */
export type Show<One extends Operation> = Showing<z.output<One["output"]>>["show"];

/** What an option was given; a list where it may be given again. */
export type Said = string | boolean | readonly (string | boolean)[];

/** What was said behind a verb. */
export interface SaidWords {
  readonly verb: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, Said | undefined>>;
}

interface Reading<Input> {
  read(said: SaidWords): Input;
}

type Read<One extends Operation> = Reading<z.input<One["input"]>>["read"];

export interface CommandLine<All extends Operations = Operations> {
  /** `notes` of `reeve notes`. */
  readonly command: string;
  readonly operations: All;
  readonly show: { readonly [Name in keyof All]: Show<All[Name]> };
  /** How words become an input, where fields alone do not say it. */
  readonly read?: { readonly [Name in keyof All]?: Read<All[Name]> };
  /** Options of those that read by themselves. */
  readonly options?: Readonly<Record<string, "string" | "strings" | "boolean">>;
  /** Answers that make the command end in 1. */
  readonly fails?: { readonly [Name in keyof All]?: FailsOf<All[Name]> };
}

interface Failing<Output> {
  fails(output: Output): boolean;
}

type FailsOf<One extends Operation> = Failing<z.output<One["output"]>>["fails"];

/** Fixes the types of a noun's command line. An operation without a text for people does not compile. */
export function defineCommandLine<All extends Operations>(line: CommandLine<All>): CommandLine;
export function defineCommandLine(line: CommandLine): CommandLine {
  return line;
}

/** A verb with its operation. */
export interface KnownVerb extends Verb {
  readonly key: string;
  readonly operation: Operation;
}

/** The verbs of a noun, in their order. */
export function verbsOf({ operations }: Pick<CommandLine, "operations">): readonly KnownVerb[] {
  return Object.entries(operations).flatMap(([key, operation]) =>
    [operation.cli].flat().map((verb) => ({ ...verb, key, operation })),
  );
}
