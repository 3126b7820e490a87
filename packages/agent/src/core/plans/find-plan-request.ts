import { toId } from "../../kernel/ids.ts";
import { integrityOf, type Label, joinLabels } from "../../kernel/label.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import type { OpenTurn } from "../open-turn.ts";
import { classifyComplexity } from "../routing/classify-complexity.ts";
import type { PlanRequest } from "./ask-planner.ts";

/**
 * Whether a turn should begin with a plan: because what was written reads like several steps, or
 * because somebody wants a plan changed in words. Undefined for every other turn.
 */
export async function findPlanRequest(
  turn: OpenTurn,
  read: Repositories,
): Promise<PlanRequest | undefined> {
  if (turn.steps.length !== 1 || turn.steps[0]?.kind !== "think") return undefined;
  const usage = await read.usage.ofTurn(turn.id);
  // It was asked before the process died, and came to nothing.
  if (usage.some(({ purpose }) => purpose === "plan")) return undefined;
  const rows = await read.inbox.ofTurn(turn.id);
  return (await revisionIn(rows, read)) ?? wishIn(rows);
}

function wishIn(rows: readonly InboxRow[]): PlanRequest | undefined {
  const texts = rows.flatMap(({ body }) => {
    if (body.kind !== "message" || body.forwardedFrom !== undefined) return [];
    return "scheduled" in body && body.scheduled !== undefined ? [] : [body.text];
  });
  const text = texts.join("\n");
  return texts.length === rows.length && classifyComplexity(text) === "several"
    ? { text }
    : undefined;
}

async function revisionIn(
  rows: readonly InboxRow[],
  read: Repositories,
): Promise<PlanRequest | undefined> {
  const body = rows.at(-1)?.body;
  if (body?.kind !== "decision" || body.verdict !== "revise") return undefined;
  const approval = await read.approvals.byId(toId(body.approval));
  if (approval?.tool !== PLAN_TOOL) return undefined;
  const taint = (await read.turns.labelsOf(approval.call))?.taint;
  const said: Label = { integrity: integrityOf(body.role), audience: "all" };
  return {
    text: approval.preview,
    revision: { plan: JSON.stringify(approval.args), correction: body.reason ?? "" },
    label: joinLabels([said, ...(taint ? [taint] : [])]),
  };
}

/** The tool that proposes plans. */
export const PLAN_TOOL = "plan_create";
