import { type ChatCommand, textReply } from "../core/commands.ts";
import type { LimitsConfig } from "../domains/config.ts";
import type { Forgetter } from "../memory/forgetting.ts";
import type { Folder } from "../platform/folder.ts";
import type { Kernel } from "../store/kernel.ts";
import type { Feature } from "../features/feature.ts";
import { archiveCommand } from "../features/memory/archive-command.ts";
import { exportCommand } from "../features/memory/export-command.ts";
import { forgetMeCommand } from "../features/memory/forget-me-command.ts";
import { historyCommand } from "../features/memory/history-command.ts";
import { memoryCommand } from "../features/memory/memory-command.ts";
import { undoCommand } from "../features/memory/undo-command.ts";
import { usageCommand } from "./chat-commands/usage.ts";
import { UNNAMED_OWNER } from "../core/config.ts";
import { texts } from "../platform/texts.ts";

export interface ChatCommandDeps extends Kernel {
  readonly features: readonly Feature[];
  /** Time zone of people who chose none. */
  readonly timeZone: string;
  readonly ownerName: string;
  readonly limits: LimitsConfig;
  /** The workspace's. */
  readonly folder: Folder;
  readonly forgetter: Pick<Forgetter, "forgetMe" | "wake">;
  /** The folder for what people export. */
  readonly exports: string;
}

/** The commands of what people keep with the agent; core has those of chats and turns. */
export function chatCommands(deps: ChatCommandDeps): readonly ChatCommand[] {
  const { features, store, folder, forgetter } = deps;
  return [
    startCommand(deps.ownerName),
    ...features.flatMap(({ chatCommands: own = [] }) => own),
    usageCommand(deps),
    historyCommand(),
    undoCommand({ store, folder }),
    memoryCommand(deps),
    archiveCommand(() => forgetter.wake()),
    exportCommand({ store, folder: deps.exports }),
    forgetMeCommand(forgetter),
  ];
}

/** `/start`: says hello, what the agent is for, and what the person is to it. */
function startCommand(ownerName: string): ChatCommand {
  return {
    name: "start",
    usage: "/start",
    access: "anyone",
    scope: "chat",
    async answer(_tx, { person: { name, role }, language }) {
      const { hello, helloUnnamed, about, roles, helpHint } = texts(language).greeting;
      const isOwner = role === "owner";
      const isUnnamed = (isOwner ? name : ownerName) === UNNAMED_OWNER;
      const named = isOwner ? hello.owner({ name }) : hello.others({ name, owner: ownerName });
      const unnamed = isOwner ? helloUnnamed.owner : helloUnnamed.others({ name });
      return textReply(
        [isUnnamed ? unnamed : named, about, `${roles[role]} ${helpHint}`].join("\n"),
      );
    },
  };
}
