import type { Effect } from "@reeve/sdk";
import { digestOf } from "../../kernel/text/json.ts";

/** The call that a person allows: this tool with exactly these arguments, because of this effect. */
export interface AllowedCall {
  readonly tool: string;
  readonly args: unknown;
  readonly effect: Effect;
}

/** Hash of a call as it was shown. A call runs under an approval only while its hash is the same. */
export function callDigest({ tool, args, effect }: AllowedCall): string {
  return digestOf({ tool, args, effect });
}
