import { agent } from "./agent/agent.ts";
import { clock } from "./agent/clock.ts";
import { approvals } from "./work/approvals.ts";
import { audit } from "./agent/audit.ts";
import { backups } from "./agent/backups.ts";
import { config } from "./agent/config.ts";
import { exec } from "./agent/exec.ts";
import { journal } from "./memory/journal.ts";
import { archive } from "./memory/archive.ts";
import { changes } from "./memory/changes.ts";
import { facts } from "./memory/facts.ts";
import { memory } from "./memory/memory.ts";
import { log } from "./agent/log.ts";
import { mcp } from "./agent/mcp.ts";
import { plugins } from "./agent/plugins.ts";
import { models } from "./agent/models.ts";
import { notes } from "./memory/notes.ts";
import type { Operations } from "./operation.ts";
import { privacy } from "./memory/privacy.ts";
import { profile } from "./memory/profile.ts";
import { people } from "./people/people.ts";
import { preferences } from "./people/preferences.ts";
import { readLater } from "./memory/read-later.ts";
import { reminders } from "./work/reminders.ts";
import { schedules } from "./work/schedules.ts";
import { skills } from "./agent/skills.ts";
import { setup } from "./agent/setup.ts";
import { tasks } from "./work/tasks.ts";
import { tokens } from "./people/tokens.ts";
import { files } from "./memory/files.ts";
import { limits } from "./agent/limits.ts";
import { plans } from "./work/plans.ts";
import { pauses } from "./agent/pauses.ts";
import { tools } from "./agent/tools.ts";
import { outbox } from "./work/outbox.ts";
import { webhooks } from "./work/webhooks.ts";
import { usage } from "./agent/usage.ts";
import { agents } from "./agent/agents.ts";
import { rules } from "./people/rules.ts";
import { sessions } from "./work/sessions.ts";
import { turns } from "./work/turns.ts";
import { hooks } from "./agent/hooks.ts";

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
  { tag: "tools", operations: mcp },
  { tag: "skills", operations: skills },
  { tag: "plugins", operations: plugins },
  { tag: "files", operations: files },
  { tag: "plans", operations: plans },
  { tag: "usage", operations: usage },
  { tag: "limits", operations: limits },
  { tag: "schedules", operations: schedules },
  { tag: "config", operations: config },
  { tag: "setup", operations: setup },
  { tag: "agent", operations: agent },
  { tag: "agent", operations: clock },
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
  { tag: "outbox", operations: outbox },
];
