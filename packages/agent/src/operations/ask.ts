import type { Ask } from "@reeve/operations/ask";
import type { Caller, Control } from "./control.ts";

/** Carries out an operation by its name, as a wire delivers it. */
export type CallByName = (
  name: string,
  input: unknown,
  options: { readonly chat?: string | undefined; readonly key?: string | undefined },
) => Promise<unknown>;

/** Makes an `Ask` of calls by name. */
export function askThrough(call: CallByName): Ask {
  return async (operation, input, options = {}) =>
    operation.output.parse((await call(operation.name, input, options)) ?? undefined);
}

/** Asks in this process, on behalf of a caller. */
export function askAs(control: Pick<Control, "call">, caller: Caller): Ask {
  return askThrough((name, input, { key = caller.key }) =>
    control.call(name, input, { ...caller, key }),
  );
}
