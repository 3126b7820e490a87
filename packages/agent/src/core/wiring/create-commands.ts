import { notifyAll } from "../../kernel/wakeup.ts";
import { approvalsCommand } from "../approvals/questions/approvals-command.ts";
import type { LocalizePrompt } from "../approvals/questions/localize-prompt.ts";
import { helpCommand } from "../commands/help.ts";
import { MODEL_COMMANDS } from "../model-commands.ts";
import { pingCommand } from "../commands/ping.ts";
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
  { toolbox, commands = [], policy }: CoreDeps,
  { kernel, agents, wakeups, overrides, running }: CoreState,
  questionIn: LocalizePrompt,
): readonly ChatCommand[] {
  const listed: readonly ChatCommand[] = [
    ...sessionCommands({
      ...kernel,
      running,
      endedWakeup: wakeups.endedWakeup,
      questionIn,
      toolbox,
    }),
    ...chatCommands(policy.intake),
    pingCommand(),
    whyCommand(kernel.store),
    ...pauseCommands(),
    agentCommand({ agents, toolbox }),
    modulesCommand({ ...kernel, toolbox, overrides }),
    approvalsCommand({ questionIn }),
    planCommand({ ...kernel, wakeup: notifyAll(wakeups.queue, wakeups.outboxWakeup) }),
    linkCommand(),
    pairCommand(kernel),
    ...commands,
  ];
  return [...listed, helpCommand([...listed, ...MODEL_COMMANDS])];
}
