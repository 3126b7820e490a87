import { approvals } from "./approvals.ts";
import { journal } from "./journal.ts";
import { archive } from "./archive.ts";
import { changes } from "./changes.ts";
import { facts } from "./facts.ts";
import { memory } from "./memory.ts";
import { notes } from "./notes.ts";
import type { Operations } from "./operation.ts";
import { privacy } from "./privacy.ts";
import { profile } from "./profile.ts";
import { preferences } from "./preferences.ts";
import { readLater } from "./read-later.ts";
import { reminders } from "./reminders.ts";
import { tasks } from "./tasks.ts";

/** The operations of one noun, and the heading they share in documents. */
export interface Noun {
  readonly tag: string;
  readonly operations: Operations;
}

/** All nouns. Routes, the reference, the access matrix and the MCP tool list derive from it. */
export const nouns: readonly Noun[] = [
  { tag: "approvals", operations: approvals },
  { tag: "notes", operations: notes },
  { tag: "tasks", operations: tasks },
  { tag: "read later", operations: readLater },
  { tag: "journal", operations: journal },
  { tag: "reminders", operations: reminders },
  { tag: "memory", operations: memory },
  { tag: "memory", operations: facts },
  { tag: "memory", operations: profile },
  { tag: "memory", operations: changes },
  { tag: "memory", operations: privacy },
  { tag: "conversations", operations: archive },
  { tag: "people", operations: preferences },
];
