import { notifyAll } from "../../kernel/wakeup.ts";
import { approvalsCommand } from "../approvals/questions/approvals-command.ts";
import type { LocalizePrompt } from "../approvals/questions/localize-prompt.ts";
import { helpCommand } from "../commands/help.ts";
import type { ChatCommand } from "../commands.ts";
import type { CoreDeps } from "../core-deps.ts";
import type { CoreState } from "../core-state.ts";
import { linkCommand } from "../accounts/link-command.ts";
import { pairCommand } from "../accounts/pair-command.ts";
import { planCommand } from "../plans/plan-command.ts";
import { agentCommand } from "../turns/commands/agent-command.ts";
import { modulesCommand } from "../turns/commands/modules-command.ts";
import { pauseCommands } from "../turns/commands/pause-commands.ts";
import { chatCommands } from "../turns/commands/chat-commands.ts";
import { sessionCommands } from "../turns/commands/session-commands.ts";
import { whyCommand } from "../turns/commands/why-command.ts";

/** Everything that may be written with a slash: core's own, those of other parts, and `/help` of them all. */
export function createCommands(
  { store, toolbox, missing = [], commands = [] }: CoreDeps,
  { agents, wakeups, events, localeOf, overrides, running, served }: CoreState,
  questionIn: LocalizePrompt,
): readonly ChatCommand[] {
  const { isPush } = served;
  const listed: readonly ChatCommand[] = [
    ...sessionCommands({ running, endedWakeup: wakeups.endedWakeup, events, isPush, localeOf }),
    ...chatCommands(),
    whyCommand(store),
    ...pauseCommands(),
    agentCommand({ agents, toolbox }),
    modulesCommand({ toolbox, events, missing, overrides }),
    approvalsCommand({ questionIn }),
    planCommand({
      wakeup: notifyAll(wakeups.queue, wakeups.outboxWakeup),
      events,
      isPush,
      localeOf,
    }),
    linkCommand(),
    pairCommand({ events, isPush, localeOf }),
    ...commands,
  ];
  return [...listed, helpCommand(listed)];
}
