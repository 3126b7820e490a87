import type { NewId } from "../../kernel/ids.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { Authority } from "../../store/turns/audit.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { GatedCall, GateVerdict } from "../turn-log.ts";
import { plannedState } from "./next-group.ts";

/** Returns a gated call as its row; `instead` is its result if it may not run. */
export function toStored(
  call: GatedCall,
  {
    position,
    instead,
    deps,
  }: {
    readonly position: number;
    readonly instead?: ToolResult | undefined;
    readonly deps: { readonly newId: NewId };
  },
): StoredCall {
  const { id, name, via, args, argsHash, effect, replay, verdict, expected, taint } = call;
  return {
    id,
    position,
    tool: name,
    via,
    args,
    argsHash,
    effect,
    replay,
    verdict: verdict.type,
    ...(verdict.type === "allow" && { authority: authorityOf(verdict) }),
    state: instead ? "settled" : plannedState(call),
    startedFence: null,
    origin: null,
    expected,
    result: instead ?? resultOf(call, deps),
    artifact: null,
    ...(taint && { taint }),
  };
}

function authorityOf({
  grant,
  plan,
  isUnattended,
}: Extract<GateVerdict, { readonly type: "allow" }>): Authority {
  if (grant !== undefined) return { by: "grant", grant };
  if (plan) return { by: "approval", ...plan };
  return { by: isUnattended ? "config" : "role" };
}

function resultOf(
  { verdict }: GatedCall,
  { newId }: { readonly newId: NewId },
): ToolResult | undefined {
  switch (verdict.type) {
    case "allow":
      return undefined;
    case "ask":
      return { type: "pending", approval: newId() };
    case "deny":
      return { type: "fault", code: verdict.code, text: verdict.message };
  }
}
