import type { Repositories } from "../../store/store.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { GatedCall } from "../turn-log.ts";
import { approvalPrompt } from "./questions/approval-prompt.ts";
import { useGrant } from "./use-grant.ts";

/**
 * The calls of a thought, with a question where a grant no longer covers what the gate let
 * through: in the commit that starts them grants are counted one call after the other.
 */
export async function settleGrants(
  calls: readonly GatedCall[],
  { tx, toolbox, at }: { tx: Repositories; toolbox: Pick<Toolbox, "get">; at: number },
): Promise<readonly GatedCall[]> {
  const settled: GatedCall[] = [];
  for (const call of calls) {
    const { verdict, name, args } = call;
    const isCovered =
      verdict.type !== "allow" ||
      verdict.grant === undefined ||
      (await useGrant(tx, verdict.grant, { ...call, at }));
    const question = () => approvalPrompt(toolbox.get(name), name, args);
    settled.push(isCovered ? call : { ...call, verdict: { type: "ask", question: question() } });
  }
  return settled;
}
