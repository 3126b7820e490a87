import type { z } from "zod";
import type { Caller, Implementation, ImplementedOperation } from "./control.ts";
import type { NewId } from "../kernel/ids.ts";
import type { Operation, Operations } from "@reeve/operations/operation";

/** The caller of an operation. A repeat has the same `key`, and creates nothing twice. */
export interface Call extends Caller {
  readonly key: string;
}

/** An output, with readonly lists; a text may be a bigint, and what may be absent undefined. */
type Answer<Value> = Value extends string
  ? string extends Value
    ? string | bigint
    : Value
  : Value extends readonly (infer Item)[]
    ? readonly Answer<Item>[]
    : Value extends object
      ? {
          readonly [Name in keyof Value]: object extends Pick<Value, Name>
            ? Answer<Value[Name]> | undefined
            : Answer<Value[Name]>;
        }
      : Value;

// As a method, so that handlers of all operations fit into one table.
interface Handling<Input, Output> {
  run(input: Input, call: Call): Promise<Answer<Output>>;
}

/** Carries out an operation. Its input was checked by the contract, and its answer will be. */
export type Handler<One extends Operation> = Handling<
  z.output<One["input"]>,
  z.input<One["output"]>
>["run"];

/** A handler for each operation of a noun. A missing one does not compile. */
export type Handlers<All extends Operations> = { readonly [Name in keyof All]: Handler<All[Name]> };

/** Joins the operations of a noun with their handlers. */
export function implement<All extends Operations>(
  operations: All,
  handlers: Handlers<All>,
  newId: NewId,
): Implementation;
export function implement(
  operations: Operations,
  handlers: Readonly<Record<string, Handler<Operation>>>,
  newId: NewId,
): Implementation {
  return Object.entries(operations).flatMap(([name, operation]) => {
    const handler = handlers[name];
    return handler ? [withHandler(operation, handler, newId)] : [];
  });
}

function withHandler(
  operation: Operation,
  handler: Handler<Operation>,
  newId: NewId,
): ImplementedOperation {
  const { output } = operation;
  return {
    operation,
    async run(input, caller) {
      const answer = await handler(input, { ...caller, key: caller.key ?? newId() });
      return answer === undefined ? null : toOutput(output, answer);
    },
  };
}

/**
 * Makes plain JSON of an answer, as its schema declares it: drops fields that the schema does not
 * name, and writes bigints in digits.
 */
function toOutput<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null, digits));
  return shape.parse(plain);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
