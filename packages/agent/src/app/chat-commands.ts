import type { Briefing } from "@reeve/sdk";
import type { ChatCommand } from "../core/commands.ts";
import type { LimitsConfig } from "../domains/config.ts";
import { briefingSources } from "../domains/assistant/briefing-sources.ts";
import { createBriefing } from "../domains/assistant/create-briefing.ts";
import { labelOwn } from "../domains/assistant/label-own.ts";
import { preferencesOf } from "../domains/preferences.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Language } from "../kernel/languages.ts";
import type { Forgetter } from "../memory/forgetting.ts";
import type { Folder } from "../platform/folder.ts";
import type { PersonKey } from "../store/people.ts";
import type { Store } from "../store/store.ts";
import type { Feature } from "../features/feature.ts";
import { archiveCommand } from "../features/memory/archive-command.ts";
import { briefingCommand } from "./chat-commands/briefing.ts";
import { exportCommand } from "../features/memory/export-command.ts";
import { forgetMeCommand } from "../features/memory/forget-me-command.ts";
import { historyCommand } from "../features/memory/history-command.ts";
import { memoryCommand } from "../features/memory/memory-command.ts";
import { readLaterCommand } from "./chat-commands/read-later.ts";
import { remindersCommand } from "./chat-commands/reminders.ts";
import { startCommand } from "./chat-commands/start.ts";
import { tasksCommand } from "./chat-commands/tasks.ts";
import { undoCommand } from "../features/memory/undo-command.ts";
import { usageCommand } from "./chat-commands/usage.ts";

export interface ChatCommandParts {
  readonly features: readonly Feature[];
  readonly store: Store;
  readonly clock: Clock;
  /** Of people who named none. */
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
export function chatCommands(parts: ChatCommandParts): readonly ChatCommand[] {
  const { features, store, folder, forgetter } = parts;
  return [
    startCommand(parts.ownerName),
    ...features.flatMap(({ chatCommands: own = [] }) => own),
    tasksCommand(parts),
    remindersCommand(parts),
    readLaterCommand(),
    briefingCommand((person, language) => briefingOf(person, { ...parts, language })),
    usageCommand(parts),
    historyCommand(),
    undoCommand({ store, folder }),
    memoryCommand(folder),
    archiveCommand(() => forgetter.wake()),
    exportCommand({ store, folder: parts.exports }),
    forgetMeCommand(forgetter),
  ];
}

function briefingOf(
  owner: PersonKey,
  parts: ChatCommandParts & { readonly language: Language },
): Briefing {
  const { store, clock, language } = parts;
  const labels = labelOwn(owner, undefined);
  return createBriefing(briefingSources({ store, owner, labels, language }), {
    language,
    now: () => clock.now(),
    timeZone: async () => (await preferencesOf(owner, parts)).timeZone,
  });
}
