import { integrityOf, isLessTrusted } from "../../kernel/label.ts";
import { isRecord } from "../../kernel/text/json.ts";
import type { Step, StoredCall } from "../../store/turns/turns.ts";
import { effectAndReplay } from "../../tools/toolbox.ts";
import type { RequestContext, EgressSpent } from "../approvals/flow/request-context.ts";
import { sensitiveArguments } from "../approvals/sensitive-arguments.ts";
import type { Gathered } from "../context/gather.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";
import type { PromptText } from "../prompt-text.ts";
import type { GatedCall } from "../turn-log.ts";
import type { AgentDeps } from "./deps.ts";

interface RequestDeps extends Pick<AgentDeps, "toolbox" | "flow"> {
  readonly gathered: Pick<Gathered, "conversation">;
  readonly texts: readonly PromptText[];
  readonly plan: PlanGrant | undefined;
}

interface NamedCall {
  readonly name: string;
  readonly args: unknown;
}

/** Returns what leads to the calls of a thought: who asks, what the model read, and what earlier calls did. */
export async function openRequestContext(
  turn: OpenTurn,
  calls: readonly NamedCall[],
  { toolbox, flow, gathered, texts, plan }: RequestDeps,
): Promise<RequestContext> {
  const { asker, role, chat, steps } = turn;
  const said = texts.findLast(({ author }) => author === asker);
  const known = [...gathered.conversation.turns.flatMap((one) => one.steps), ...steps];
  const sensitive = calls.flatMap(({ name, args }) => {
    const tool = toolbox.get(name);
    return tool ? sensitiveArguments(tool, args) : [];
  });
  const isEgress = sensitive.some(({ role: one }) => one === "host" || one === "query");
  const isForOthers = calls.some(({ name, args }) => {
    const { effect } = effectAndReplay(toolbox.get(name), args);
    return effect !== "read" && effect !== "write";
  });
  return {
    texts,
    asker,
    integrity: said?.label.integrity ?? integrityOf(role),
    channel: chat.channel,
    externalId: chat.externalId,
    contacts: isForOthers ? await flow.contacts(turn) : [],
    earlier: steps.flatMap((step) => step.calls.map(toEarlier)),
    opened: callsIn(known).filter(hasRun).flatMap(addressesIn),
    vouched: callsIn(known)
      .filter(({ origin }) => origin !== null)
      .flatMap(({ tool: name, args }) => {
        const tool = toolbox.get(name);
        return tool ? sensitiveArguments(tool, args) : [];
      }),
    isFixed: isScheduledCall(turn),
    planned: plan?.description,
    spent: isEgress ? await flow.spent(turn) : NOTHING,
    policy: flow.policy,
    now: flow.now(),
    timeZone: flow.timeZone,
  };
}

/** Returns the same for the next call of the thought. */
export function afterCall(
  asking: RequestContext,
  { name, args, verdict }: GatedCall,
): RequestContext {
  const isAllowed = verdict.type === "allow";
  const { hosts = 0, declared = 0 } = (isAllowed && verdict.egress) || {};
  const { spent } = asking;
  return {
    ...asking,
    earlier: [...asking.earlier, { tool: name, args, isAllowed }],
    opened: isAllowed ? [...asking.opened, ...addressesIn({ args })] : asking.opened,
    spent: {
      turn: spent.turn + hosts,
      day: spent.day + hosts,
      declared: spent.declared + declared,
    },
  };
}

/** The call of a job is the requester's, as they made the job, if nobody else had a part in that. */
function isScheduledCall({ scheduled, role }: OpenTurn): boolean {
  return scheduled?.call !== undefined && !isLessTrusted(scheduled.label, integrityOf(role));
}

const NOTHING: EgressSpent = { turn: 0, day: 0, declared: 0 };

function callsIn(steps: readonly Step[]): readonly StoredCall[] {
  return steps.flatMap(({ calls }) => calls);
}

function hasRun({ verdict, state }: StoredCall): boolean {
  return verdict === "allow" && state !== "planned";
}

function toEarlier({ tool, args, verdict }: StoredCall) {
  return { tool, args, isAllowed: verdict === "allow" };
}

function addressesIn({ args }: Pick<StoredCall, "args">): readonly string[] {
  const url = isRecord(args) ? args["url"] : undefined;
  return typeof url === "string" ? [url] : [];
}
