import { type ChatCommand, inText } from "../../core/commands.ts";
import { fillIn } from "../../kernel/languages.ts";
import { beginUndo, finishUndo } from "../../memory/history.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Store } from "../../store/store.ts";
import { describeChange } from "../describe-change.ts";
import { keptTextsIn } from "./kept-texts.ts";

export interface UndoCommandParts {
  readonly store: Store;
  /** The workspace's, in which files are put back. */
  readonly folder: Folder;
}

/** `/undo`: takes a change back, in the commit that stores the message. */
export function undoCommand({ store, folder }: UndoCommandParts): ChatCommand {
  return {
    name: "undo",
    usage: "/undo [id]",
    summary: "take your newest change of memory, notes, tasks, files or journal back",
    access: "anyone",
    async prepare({ person: { tenant, id: person }, argument, language }) {
      const id = argument === "" ? undefined : argument;
      const texts = keptTextsIn(language);
      const change = await beginUndo({ tenant, person }, { id }, { store, folder });
      if (!change) return async () => inText(texts.nothingToUndo);
      return async (tx, { place, now }) => {
        await finishUndo(tx, change, now);
        // What it was is its person's own business.
        if (place.kind !== "direct") return inText(texts.undoneForOthers);
        return inText(fillIn(texts.undone, { change: describeChange(change, language) }));
      };
    },
  };
}
