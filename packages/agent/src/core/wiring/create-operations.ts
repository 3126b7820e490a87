import { NO_LIMITS } from "../../domains/limits.ts";
import { notifyAll } from "../../kernel/wakeup.ts";
import { ruleOperations } from "../approvals/rules/rule-operations.ts";
import type { LocalizePrompt } from "../approvals/questions/localize-prompt.ts";
import { approvalOperations } from "../approvals/questions/approval-operations.ts";
import type { ChatCommand } from "../commands.ts";
import type { Implementation } from "../control.ts";
import type { CoreDeps } from "../core-deps.ts";
import type { CoreState } from "../core-state.ts";
import { hookOperations } from "../hooks/hook-operations.ts";
import type { Inbox } from "../inbox.ts";
import type { IntakeDeps } from "../intake/deps.ts";
import { peopleOperations } from "../accounts/people-operations.ts";
import { planOperations } from "../plans/plan-operations.ts";
import type { Schedule } from "../schedule.ts";
import { createJob, scheduleOperations } from "../schedule/schedule-operations.ts";
import { sessionOperations } from "./session-operations.ts";
import { agentProfileOperations } from "../turns/operations/agents-operations.ts";
import { limitOperations } from "../turns/operations/limit-operations.ts";
import { toolOperations } from "../turns/operations/tool-operations.ts";
import { outboxOperations } from "../delivery/outbox-operations.ts";
import { pauseOperations } from "../turns/operations/pause-operations.ts";
import { turnOperations } from "../turns/operations/turn-operations.ts";
import { usageOperations } from "../turns/operations/usage-operations.ts";
import { webhookOperations } from "../webhooks/webhook-operations.ts";

/** Operations of a core beside those of its parts. */
export interface Reached {
  readonly commands: readonly ChatCommand[];
  readonly inbox: Inbox;
  readonly intake: IntakeDeps;
  readonly schedule: Pick<Schedule, "wakeup">;
  readonly questionIn: LocalizePrompt;
}

/** The operations of the agent: those of its features first, then the core's own. */
export function createOperations(
  deps: CoreDeps,
  { kernel, agents, wakeups, overrides, running, served }: CoreState,
  { commands, inbox, intake, schedule, questionIn }: Reached,
): readonly Implementation[] {
  const { toolbox, policy } = deps;
  const { endedWakeup, outboxWakeup, queue, questions } = wakeups;
  const { timeZone, channelTitles } = policy.turns;
  const shared = { ...kernel, running, endedWakeup };
  const stopping = { ...shared, questionIn, toolbox };
  const scheduling = { ...kernel, timeZone, wakeup: schedule.wakeup };
  return [
    ...deps.operations,
    turnOperations(stopping),
    sessionOperations({ ...stopping, intake, commands, channelTitles }),
    approvalOperations({ ...kernel, inbox, toolbox, questionIn }),
    planOperations({ ...kernel, wakeup: notifyAll(queue, outboxWakeup) }),
    peopleOperations({ ...shared, owner: policy.owner, wakeup: queue }),
    ruleOperations(kernel),
    agentProfileOperations({ ...kernel, toolbox, agents }),
    toolOperations({
      ...kernel,
      toolbox,
      overrides,
      connectionOf: served.connectionOf,
      schedule: (draft, caller) => createJob(draft, caller, scheduling),
    }),
    pauseOperations({ ...shared, wakeup: queue }),
    scheduleOperations(scheduling),
    webhookOperations({ ...kernel, ...deps.webhooks }),
    outboxOperations({
      ...kernel,
      wakeup: notifyAll(
        outboxWakeup,
        kernel.store.publishedWakeup,
        endedWakeup,
        questions,
        ...(deps.upkeep ?? []).map(({ wakeup }) => wakeup),
      ),
    }),
    hookOperations({ ...kernel, ...deps.webhooks, newChat: policy.intake.newChat }),
    usageOperations({ ...kernel, timeZone }),
    limitOperations({ ...kernel, agents, timeZone, limits: policy.spending ?? NO_LIMITS }),
  ];
}
