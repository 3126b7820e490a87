import type { Note } from "@reeve/operations/memory/notes";
import type { Language } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";

/** Describes a change in one line. */
export function describeChange(change: MemoryChange, language: Language): string {
  const { memory, notes, tasks, reading, reminders, journal, files } = texts(language);
  switch (change.kind) {
    case "fact-added":
      return memory.learned({ fact: change.after });
    case "fact-superseded": {
      const before = change.before.map(({ text }) => text).join(" ");
      return memory.relearned({ fact: change.after, before });
    }
    case "fact-edited":
      return memory.factChanged({ fact: change.after, before: change.before.text });
    case "fact-confirmed":
      return memory.factConfirmed({ fact: change.after });
    case "profile-edited":
      return memory.profileWritten({ text: change.after.fixed });
    case "entry-added":
      return memory.entryAdded({ text: change.after.text, file: change.ref });
    case "entry-confirmed":
      return memory.entryConfirmed({ text: change.after.text });
    case "note-created":
      return notes.created({ note: nameOf(change.after) });
    case "note-changed":
      return notes.changed({ note: nameOf(change.after) });
    case "note-deleted":
      return notes.deleted({ note: nameOf(change.before) });
    case "task-created":
      return tasks.added({ task: change.after.title });
    case "task-changed": {
      const { before, after } = change;
      if (before.status === after.status) return tasks.changed({ task: after.title });
      return (after.status === "done" ? tasks.done : tasks.reopened)({ task: after.title });
    }
    case "task-deleted":
      return tasks.deleted({ task: change.before.title });
    case "reading-saved":
      return reading.saved({ title: change.after.title });
    case "reading-changed":
      return reading.read({ title: change.after.title });
    case "reminder-created":
      return reminders.set({ reminder: change.after.text });
    case "reminder-changed": {
      const { state, text: reminder } = change.after;
      return (state === "cancelled" ? reminders.cancelled : reminders.moved)({ reminder });
    }
    case "journal-added": {
      const { action, reasoning } = change.after;
      return journal.added({ entry: `${action}, ${reasoning}` });
    }
    case "journal-changed": {
      const { action, outcome } = change.after;
      return journal.changed({ entry: `${action}, ${outcome}`, id: change.ref });
    }
    case "file-written":
      return (change.before === null ? files.created : files.changed)({ file: change.ref });
    case "file-renamed":
      return files.renamed({ file: change.ref, before: change.before.from });
    case "file-removed":
      return files.deleted({ file: change.ref });
  }
}

function nameOf({ title, text }: Pick<Note, "title" | "text">) {
  return title ?? text;
}
