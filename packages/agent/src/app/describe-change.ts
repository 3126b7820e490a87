import { fillIn, type Language } from "../kernel/languages.ts";
import type { MemoryChange } from "../store/memory-changes.ts";
import { changeTextsIn } from "./change-texts.ts";

/** One line of a history, in a person's language; in English for programs. */
export function describeChange(change: MemoryChange, language: Language): string {
  const texts = changeTextsIn(language);
  switch (change.kind) {
    case "fact-added":
      return tell(texts.learnt, change.after);
    case "fact-superseded": {
      const before = change.before.map(({ text }) => text).join(" ");
      return fillIn(texts.learntAnew, { what: change.after, before });
    }
    case "fact-edited":
      return fillIn(texts.factChanged, { what: change.after, before: change.before.text });
    case "fact-confirmed":
      return tell(texts.factConfirmed, change.after);
    case "profile-edited":
      return tell(texts.profileWritten, change.after.fixed);
    case "entry-added":
      return fillIn(texts.entryAdded, { what: change.after.text, file: change.ref });
    case "entry-confirmed":
      return tell(texts.entryConfirmed, change.after.text);
    case "note-created":
      return tell(texts.noteCreated, nameOf(change.after));
    case "note-changed":
      return tell(texts.noteChanged, nameOf(change.after));
    case "note-deleted":
      return tell(texts.noteDeleted, nameOf(change.before));
    case "task-created":
      return tell(texts.taskAdded, change.after.title);
    case "task-changed": {
      const { before, after } = change;
      if (before.status === after.status) return tell(texts.taskChanged, after.title);
      return tell(after.status === "done" ? texts.taskDone : texts.taskReopened, after.title);
    }
    case "task-deleted":
      return tell(texts.taskDeleted, change.before.title);
    case "reading-saved":
      return tell(texts.readingSaved, change.after.title);
    case "reading-changed":
      return tell(texts.readingRead, change.after.title);
    case "reminder-created":
      return tell(texts.reminderSet, change.after.text);
    case "reminder-changed": {
      const { state, text } = change.after;
      return tell(state === "cancelled" ? texts.reminderCancelled : texts.reminderMoved, text);
    }
    case "journal-added":
      return tell(texts.journalAdded, `${change.after.action}, ${change.after.reasoning}`);
    case "journal-changed": {
      const { action, outcome } = change.after;
      return fillIn(texts.journalChanged, { what: `${action}, ${outcome}`, id: change.ref });
    }
    case "file-written":
      return tell(change.before === null ? texts.fileCreated : texts.fileChanged, change.ref);
    case "file-renamed":
      return fillIn(texts.fileRenamed, { what: change.ref, before: change.before.from });
    case "file-removed":
      return tell(texts.fileDeleted, change.ref);
  }
}

function nameOf({ title, text }: { readonly title: string | undefined; readonly text: string }) {
  return title ?? text;
}

function tell(text: string, what: string): string {
  return fillIn(text, { what });
}
