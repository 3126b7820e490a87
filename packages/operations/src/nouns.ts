import { agent } from "./agent.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { backups } from "./backups.ts";
import { config } from "./config.ts";
import { exec } from "./exec.ts";
import { journal } from "./journal.ts";
import { archive } from "./archive.ts";
import { changes } from "./changes.ts";
import { facts } from "./facts.ts";
import { memory } from "./memory.ts";
import { log } from "./log.ts";
import { models } from "./models.ts";
import { notes } from "./notes.ts";
import type { Operations } from "./operation.ts";
import { privacy } from "./privacy.ts";
import { profile } from "./profile.ts";
import { people } from "./people.ts";
import { preferences } from "./preferences.ts";
import { readLater } from "./read-later.ts";
import { reminders } from "./reminders.ts";
import { schedules } from "./schedules.ts";
import { setup } from "./setup.ts";
import { tasks } from "./tasks.ts";
import { tokens } from "./tokens.ts";
import { files } from "./files.ts";
import { limits } from "./limits.ts";
import { plans } from "./plans.ts";
import { pauses } from "./pauses.ts";
import { tools } from "./tools.ts";
import { webhooks } from "./webhooks.ts";
import { usage } from "./usage.ts";
import { agents } from "./agents.ts";
import { rules } from "./rules.ts";
import { sessions } from "./sessions.ts";
import { turns } from "./turns.ts";
import { hooks } from "./hooks.ts";

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
  { tag: "conversations", operations: sessions },
  { tag: "conversations", operations: turns },
  { tag: "conversations", operations: rules },
  { tag: "agent", operations: { list: agents.list } },
  { tag: "conversations", operations: { use: agents.use } },
  { tag: "hooks", operations: hooks },
  { tag: "pauses", operations: pauses },
  { tag: "tools", operations: tools },
  { tag: "files", operations: files },
  { tag: "plans", operations: plans },
  { tag: "usage", operations: usage },
  { tag: "limits", operations: limits },
  { tag: "schedules", operations: schedules },
  { tag: "config", operations: config },
  { tag: "setup", operations: setup },
  { tag: "agent", operations: agent },
  { tag: "agent", operations: models },
  { tag: "agent", operations: log },
  { tag: "machine", operations: exec },
  { tag: "machine", operations: backups },
  { tag: "audit", operations: audit },
  { tag: "reminders", operations: reminders },
  { tag: "memory", operations: memory },
  { tag: "memory", operations: facts },
  { tag: "memory", operations: profile },
  { tag: "memory", operations: changes },
  { tag: "memory", operations: privacy },
  { tag: "conversations", operations: archive },
  { tag: "people", operations: people },
  { tag: "people", operations: preferences },
  { tag: "tokens", operations: tokens },
  { tag: "webhooks", operations: webhooks },
];
