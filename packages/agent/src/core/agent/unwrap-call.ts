import { isRecord } from "../../kernel/json.ts";
import type { ResponseCall } from "../../llm/model.ts";

/** The tool through which the model calls others that are not in its array. */
const GENERIC = "tool_call";

export interface UnwrappedCall {
  readonly name: string;
  /** The generic tool that was used, if it was. */
  readonly via: string | null;
  readonly args: unknown;
}

/**
 * A call through the generic tool is the call that it names: it passes the same
 * gate and the same validation as a direct one.
 */
export function unwrapCall({ name, args }: Pick<ResponseCall, "name" | "args">): UnwrappedCall {
  if (name !== GENERIC || !isRecord(args) || typeof args["name"] !== "string")
    return { name, via: null, args };
  return { name: args["name"], via: GENERIC, args: args["arguments"] ?? {} };
}
