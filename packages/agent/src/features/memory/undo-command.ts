import { changes } from "@reeve/operations/memory/changes";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { startUndo, finishUndo } from "../../memory/changes.ts";
import type { Folder } from "../../platform/folder.ts";
import { texts } from "../../platform/texts.ts";
import type { Store } from "../../store/store.ts";
import { describeChange } from "./describe-change.ts";

export interface UndoCommandDeps {
  readonly store: Store;
  /** The workspace, in which files are restored. */
  readonly folder: Folder;
}

/** `/undo`: undoes a change, in the commit that stores the message. */
export function undoCommand({ store, folder }: UndoCommandDeps): ChatCommand {
  return {
    name: "undo",
    usage: "/undo [id]",
    access: "anyone",
    scope: changes.undo.scope,
    async prepare({ person: { tenant, id: person }, argument, language }) {
      const id = argument === "" ? undefined : argument;
      const { undone, undoneForOthers, nothingToUndo } = texts(language).changes;
      const change = await startUndo({ tenant, person }, { id }, { store, folder });
      if (!change) return async () => textReply(nothingToUndo);
      return async (tx, { chat, now }) => {
        await finishUndo(tx, change, now);
        // Other people in the chat must not read what it was.
        if (chat.kind !== "direct") return textReply(undoneForOthers);
        return textReply(undone({ change: describeChange(change, language) }));
      };
    },
  };
}
