import { Fault, type Tool } from "@reeve/sdk";
import type { CallId, NewId, PersonId, ChatId } from "../kernel/ids.ts";
import { toId } from "../kernel/ids.ts";
import { audienceOf, type CallLabels, integrityOf, type Label } from "../kernel/label.ts";
import { lowerRole } from "../kernel/principal.ts";
import type { Plan } from "../store/turns/plans.ts";
import type { Repositories, Store } from "../store/store.ts";
import { startPlanStep } from "./change-plan.ts";

/** Steps that a person approved together. */
export interface PlanDraft {
  /** Starting a plan of the same id again finds the one that is there. */
  readonly id: string;
  /** State after all steps. */
  readonly goal: string;
  /** Steps in order. `toolHint` is the tool that the person was shown for a step. */
  readonly steps: readonly {
    readonly description: string;
    readonly toolHint?: string | undefined;
  }[];
}

/** Runs approved steps one after the other, in the chat in which they were approved. */
export interface Plans {
  /** Stores the plan and starts its first step once the current turn is over. */
  start(draft: PlanDraft): Promise<{ readonly plan: string; readonly steps: number }>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly plans: Plans;
  }
}

/** Person and chat for which a call starts a plan. */
export interface PlanScope {
  readonly tenant: string;
  readonly person: PersonId;
  readonly chat: ChatId;
  readonly call: CallId;
  readonly labels?: Pick<CallLabels, "taint"> | undefined;
}

export interface PlansDeps {
  readonly now: () => number;
  readonly newId: NewId;
  /** Returns the tool with a name, if there is one: its effect is the one that was shown. */
  readonly toolOf: (name: string) => Pick<Tool, "effect"> | undefined;
}

/** Plans of one person, in the place of a call. */
export function createPlans(store: Store, scope: PlanScope, deps: PlansDeps): Plans {
  return {
    start: (draft) =>
      store.commit("start-plan", async (tx) => {
        const known = await tx.plans.byId(toId(draft.id));
        if (known) return { plan: known.id, steps: known.steps.length };
        const plan = await toPlan(tx, draft, { scope, deps });
        await tx.plans.add(plan);
        await enqueueStep(tx, plan, deps);
        return { plan: plan.id, steps: plan.steps.length };
      }),
  };
}

type Draft = Parameters<Plans["start"]>[0];

async function toPlan(
  tx: Repositories,
  { id, goal, steps }: Draft,
  { scope, deps }: { readonly scope: PlanScope; readonly deps: PlansDeps },
): Promise<Plan> {
  const { tenant, person, chat: chatId, call, labels } = scope;
  const turnId = await tx.turns.ofCall(call);
  const turn = turnId && (await tx.turns.byId(turnId));
  const chat = await tx.chats.byId(chatId);
  if (!turn || !chat)
    throw new Fault("missing", `The call ${call} does not belong to a turn.`, {
      hint: "Start plans only from a plan_create call.",
    });
  if (chat.fence !== turn.fence)
    throw new Fault("aborted", "The plan was stopped before it started.");
  const calls = (await tx.turns.steps(turn.id)).flatMap((step) => step.calls);
  const own: Label = {
    integrity: integrityOf(turn.role),
    audience: audienceOf({ chat: chat.id, kind: chat.kind, uid: chat.uid }),
  };
  const now = deps.now();
  return startPlanStep({
    id: toId(id),
    tenant,
    chat: chatId,
    requester: person,
    role: turn.role,
    approval: calls.find((one) => one.id === call)?.origin ?? null,
    goal,
    steps: steps.map(({ description, toolHint }) => {
      const effect = toolHint === undefined ? undefined : deps.toolOf(toolHint)?.effect;
      return {
        description,
        tool: effect && toolHint !== undefined ? toolHint : null,
        effect: effect ?? null,
        state: "pending",
        attempts: 0,
        output: "",
        label: null,
        failures: [],
        questions: [],
      };
    }),
    at: 0,
    state: "running",
    reason: null,
    label: labels?.taint ?? own,
    trace: turn.trace,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Enqueues the next step of a running plan in its chat, once per start, in the caller's transaction. Notify
 * the worker's wakeup after the commit.
 */
export async function enqueueStep(
  tx: Repositories,
  plan: Plan,
  { now: clock, newId }: Pick<PlansDeps, "now" | "newId">,
): Promise<void> {
  const step = plan.steps[plan.at];
  if (!step || plan.state !== "running") return;
  const now = clock();
  const requester = await tx.people.byId(plan.requester);
  const isAdded = await tx.inbox.add({
    id: toId(newId()),
    chat: plan.chat,
    messageId: `plan:${plan.id}:${plan.at}:${step.attempts}`,
    edit: 0,
    author: plan.requester,
    body: {
      kind: "plan-step",
      plan: plan.id,
      step: plan.at,
      attempt: step.attempts,
      text: step.description,
      name: requester?.name ?? "",
      role: lowerRole(plan.role, requester?.role ?? "stranger"),
    },
    label: plan.label,
    state: "queued",
    reason: null,
    receivedAt: now,
    trace: plan.trace,
  });
  if (isAdded) await tx.chats.enqueue(plan.chat, { now, interrupt: false });
}

/** Stores a changed plan, and returns it as stored. Throws `conflict` if it has changed since. */
export async function savePlan(tx: Pick<Repositories, "plans">, plan: Plan): Promise<Plan> {
  if (!(await tx.plans.change(plan)))
    throw new Fault("conflict", `The plan ${plan.id} has changed in the meantime.`, {
      hint: "See its current state: reeve plans",
    });
  return { ...plan, version: plan.version + 1 };
}
