import { Fault, type Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type NewId, toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/json.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Fact } from "../../kernel/turn-event.ts";
import type { Approval } from "../../store/approvals.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { appendFacts } from "../append-facts.ts";
import type { Events } from "../events.ts";
import type { Decision } from "../inbox.ts";

export interface DecideParts {
  readonly store: Store;
  readonly events: Events;
  readonly toolbox: Toolbox;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly bell: Bell;
}

/**
 * Records what a person said about a waiting call. The approval changes and the
 * decision joins the place's queue in one commit, so it is carried out exactly
 * once, whatever happens in between.
 */
export async function decide(
  decision: Decision,
  parts: DecideParts,
): Promise<"recorded" | "too-late"> {
  const { store, events, bell } = parts;
  if (!isAtLeast(decision.by.role, "admin"))
    throw new Fault("denied", "Only the owner and admins decide about approvals.");
  const known = await store.read.approvals.byId(decision.approval);
  if (!known)
    throw new Fault("missing", `There is no approval ${decision.approval}.`, {
      hint: "List the open ones with `reeve approvals`.",
    });
  const edited = editedArgs(decision, known, parts.toolbox);

  const recorded = await store.commit("decide", (tx) => record(tx, decision, { ...parts, edited }));
  if (!recorded) return "too-late";
  const place = await store.read.places.byId(known.place);
  if (place) events.publish(place, recorded);
  bell.ring();
  return "recorded";
}

interface Edited {
  readonly args: unknown;
  readonly argsHash: string;
}

/** Arguments that a person changed are checked like those of the model. */
function editedArgs(
  { args, verdict }: Decision,
  approval: Approval,
  toolbox: Toolbox,
): Edited | undefined {
  if (args === undefined || verdict === "deny") return undefined;
  const tool: Tool | undefined = toolbox.get(approval.tool);
  const params = tool?.params.safeParse(args);
  if (params && !params.success)
    throw new Fault(
      "invalid",
      `Not arguments of ${approval.tool}: ${z.prettifyError(params.error)}`,
    );
  return { args, argsHash: digestOf(args) };
}

/** Undefined when somebody was faster or the time was up. */
async function record(
  tx: Repositories,
  decision: Decision,
  { clock, newId, edited }: DecideParts & { readonly edited: Edited | undefined },
): Promise<readonly Fact[] | undefined> {
  const now = clock.now();
  const { by, verdict, reason } = decision;
  const approval = await tx.approvals.byId(decision.approval);
  if (!approval || approval.state !== "pending") return undefined;
  if (approval.expiresAt <= now) {
    await tx.approvals.move(approval.id, "pending", { to: "expired" });
    return undefined;
  }
  const to = verdict === "allow" ? "confirmed" : "cancelled";
  const change = { to, decidedBy: by.id, reason, edited } as const;
  if (!(await tx.approvals.move(approval.id, "pending", change))) return undefined;

  if (decision.always && verdict === "allow")
    await tx.approvals.addGrant({
      id: newId(),
      tool: approval.tool,
      place: approval.place,
      argsHash: null,
      grantedBy: by.id,
      until: null,
    });
  const added = await tx.inbox.add({
    id: toId(newId()),
    place: approval.place,
    messageId: `decision:${approval.id}`,
    edit: 0,
    author: by.id,
    body: {
      kind: "decision",
      approval: approval.id,
      verdict,
      name: by.name,
      role: by.role,
      reason,
    },
    label: { integrity: "owner", audience: `place:${approval.place}` },
    state: "queued",
    reason: null,
    receivedAt: now,
  });
  if (added) await tx.places.enqueue(approval.place, { now, interrupt: false });
  const body = { type: "approval-decision", approval: approval.id, verdict, by: by.name } as const;
  return appendFacts(tx, approval.place, { bodies: [body], at: now });
}
