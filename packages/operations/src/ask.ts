import type { z } from "zod";
import type { Operation } from "./operation.ts";

export interface AskOptions {
  /** The chat the operation refers to, by name. */
  readonly chat?: string | undefined;
  /** The idempotency key: the same for each repeat of one request. */
  readonly key?: string | undefined;
}

/**
 * Requests an operation from an agent: `ask(notes.create, { text: "milk" })`. The same in process, over the
 * socket and over HTTP; rejects with the agent's own faults.
 */
export type Ask = <Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
  options?: AskOptions,
) => Promise<z.output<Output>>;
