import { notes as operations } from "@reeve/operations/memory/notes";
import type { MemorySearch, Viewer } from "../../memory/search.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import { callerScope } from "../caller-scope.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { restrictInGroups } from "../restrict-in-groups.ts";
import { createNotes, type NotesDeps, writeOnlyNotes } from "./create-notes.ts";
import { createNotesOperations } from "./implement.ts";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";

const TIMEOUT_MS = 10_000;

/** Tasks and reading list items are found among notes. */
const SPARE = 3;

const NEWEST = 5;

export interface NotesFeatureDeps extends FeatureDeps {
  /** Finds notes by meaning; without it, by keyword only. */
  readonly memorySearch?: MemorySearch | undefined;
}

export function createNotesFeature(deps: NotesFeatureDeps): Feature {
  const { store, clock, newId, memorySearch } = deps;
  const notesOf = ({ tenant, person, setting: { role }, labels }: CallScope) => {
    const viewer = { tenant, person, role, chat: "private" } as const;
    return createNotes(
      store,
      { tenant, person },
      { now: () => clock.now(), labels, find: memorySearch && findNotes(memorySearch, viewer) },
    );
  };
  return {
    services: { notes: restrictInGroups(notesOf, writeOnlyNotes) },
    operations: [
      createNotesOperations({
        notesOf: async (call) => notesOf(await callerScope(call, store)),
        newId,
      }),
    ],
    chatCommands: [notesCommand()],
  };
}

/** `/notes`: the newest ones. */
function notesCommand(): ChatCommand {
  return {
    name: "notes",
    usage: "/notes",
    access: "anyone",
    scope: operations.list.scope,
    where: "direct",
    async answer(tx, { person: { tenant, id }, language }) {
      const notes = await tx.notes.list({ tenant, person: id }, NEWEST);
      if (notes.length === 0) return textReply(texts(language).notes.none);
      return textReply(
        notes.map(({ title, text }) => `- ${truncateToLine(title ?? text)}`).join("\n"),
      );
    },
  };
}

/** Finds notes by meaning. The caller checks whose they are. */
function findNotes(search: MemorySearch, viewer: Viewer): NonNullable<NotesDeps["find"]> {
  return async (text, limit) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const query = { text, viewer, sources: ["note"], limit: SPARE * limit, signal } as const;
    const { hits } = await search.find(query);
    return hits.map(({ ref: id, similarity }) => ({ id, similarity }));
  };
}
