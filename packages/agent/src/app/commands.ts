import type { Command } from "./command.ts";

/** Every command. Its file is loaded only when it is asked for. */
export const commands: readonly Command[] = [
  {
    name: "start",
    usage: "[--detach]",
    summary: "Run the agent; in a terminal, talk to it.",
    load: () => import("./commands/start.ts"),
  },
  {
    name: "chat",
    usage: "[--json] [--chat <name>] [--image <file>]…",
    summary: "Talk to the agent, or pipe a message to it.",
    load: () => import("./commands/chat.ts"),
  },
  {
    name: "setup",
    usage: "[--provider <name>] [--model <name>] [--base-url <url>] [--key-env <name>] [--yes]",
    summary: "Choose and try a model, and say who you are.",
    load: () => import("./commands/setup.ts"),
  },
  {
    name: "stop",
    usage: "",
    summary: "Stop the running agent.",
    load: () => import("./commands/stop.ts"),
  },
  {
    name: "status",
    usage: "[--json]",
    summary: "Say whether the agent runs and what it is doing.",
    load: () => import("./commands/status.ts"),
  },
  {
    name: "doctor",
    usage: "[--online] [--json]",
    summary: "Check the installation and say what to repair.",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "why",
    usage: "[<message>] [--json]",
    summary: "Show the life of a message; without an id, of the newest.",
    load: () => import("./commands/why.ts"),
  },
  {
    name: "approvals",
    usage: "[allow|deny <id>] [<reason>] [--always] [--json]",
    summary: "List open questions, or answer one.",
    load: () => import("./commands/approvals.ts"),
  },
  {
    name: "sessions",
    usage: "[--json]",
    summary: "List conversations.",
    load: () => import("./commands/sessions.ts"),
  },
  {
    name: "import",
    usage: "<file> [--place <surface>/<chat>] [--json]",
    summary: "Add what was said in a transcript to a chat.",
    load: () => import("./commands/import.ts"),
  },
  {
    name: "config",
    usage: "get|set|unset|list|path|schema [<key>] [<value>] [--json]",
    summary: "Read and change settings.",
    load: () => import("./commands/config.ts"),
  },
  {
    name: "backup",
    usage: "[<file>]",
    summary: "Copy the database into a file, also while the agent runs.",
    load: () => import("./commands/backup.ts"),
  },
  {
    name: "restore",
    usage: "<file>",
    summary: "Put a backup in the place of what is there.",
    load: () => import("./commands/restore.ts"),
  },
  {
    name: "agents",
    usage: "[--json]",
    summary: "List the agents, and where each of them answers.",
    load: () => import("./commands/agents.ts"),
  },
  {
    name: "memory",
    usage:
      "[search <query>|facts|explain <id>|profile|history|undo|forget <id>|export|status] [--json]",
    summary: "Search what the agent remembers, say why it believes something, undo what changed.",
    load: () => import("./commands/memory.ts"),
  },
  {
    name: "tools",
    usage: "list [--json]",
    summary: "List what the agent can do.",
    load: () => import("./commands/tools.ts"),
  },
];
