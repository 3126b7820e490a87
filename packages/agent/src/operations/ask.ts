import type { Ask } from "@reeve/operations/ask";
import type { Caller, Control } from "./control.ts";

/** Asks in this process, on behalf of a caller. */
export function askAs(control: Pick<Control, "receive">, caller: Caller): Ask {
  return async (operation, input, { key = caller.key } = {}) => {
    const answer = await control.receive(operation.name, input, { ...caller, key });
    return operation.output.parse(answer ?? undefined);
  };
}
