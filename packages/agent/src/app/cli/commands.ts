import type { CommandLine } from "../../operations/cli.ts";
import type { Command } from "./command.ts";
import type { LoadedVerbs } from "./run-command-line.ts";

/** A command whose verbs derive from operations, but for its `own` ones. */
function derived(
  name: string,
  summary: string,
  line: () => Promise<CommandLine>,
  own: LoadedVerbs = {},
): Command {
  return {
    name,
    usage: "",
    summary,
    line: async () => ({ ...(await line()), own }),
    load: async () => (await import("./run-command-line.ts")).commandOf(await line(), summary, own),
  };
}

/** Finds a command by its name or its alias. */
export function findCommand(name: string): Command | undefined {
  return commands.find((command) => command.name === name || command.alias === name);
}

/** Every command. Its file is loaded only when it is asked for. */
export const commands: readonly Command[] = [
  {
    name: "start",
    usage: "[--detach]",
    summary: "Run the agent and, in a terminal, open a chat.",
    load: () => import("../commands/start.ts"),
    staysUp: true,
  },
  {
    name: "chat",
    usage: "[--json] [--chat <name>] [--image <file>]… [--wait <seconds>]",
    summary: "Chat with the agent, or pipe a message to it.",
    load: () => import("../commands/chat.ts"),
    staysUp: true,
  },
  {
    name: "setup",
    usage: "[--provider <name>] [--model <name>] [--base-url <url>] [--key-env <name>] [--yes]",
    summary: "Choose and test a model, and enter your name and time zone.",
    load: () => import("../commands/setup.ts"),
  },
  {
    name: "stop",
    usage: "",
    summary: "Stop the running agent.",
    load: () => import("../commands/stop.ts"),
  },
  {
    name: "status",
    usage: "[--json]",
    summary: "Show the agent's status and its message queue.",
    load: () => import("../commands/status.ts"),
  },
  {
    name: "agent",
    usage: "[start|stop|restart|status] [--json]",
    summary:
      "Start, stop or restart the agent without ending its process. The gateway keeps running.",
    load: () => import("../commands/agent.ts"),
  },
  {
    name: "doctor",
    usage: "[--online] [--json]",
    summary: "Check the installation and suggest repairs.",
    load: () => import("../commands/doctor.ts"),
  },
  {
    name: "why",
    usage: "[<message>] [--json]",
    summary: "Show a message's timeline. Default: the newest message.",
    load: () => import("../commands/why.ts"),
  },
  derived(
    "approvals",
    "List pending approvals; allow or deny calls; manage grants.",
    async () => (await import("../../features/approvals/command.ts")).approvalsCommand,
  ),
  derived(
    "preferences",
    "Set your time zone, language, quiet hours, daily briefing and default chat.",
    async () => (await import("../../features/preferences/command.ts")).preferencesCommand,
  ),
  derived(
    "plans",
    "List plans and their progress; resume or cancel a plan.",
    async () => (await import("../../features/plans/command.ts")).plansCommand,
  ),
  derived(
    "people",
    "List people, change roles and link a person's accounts.",
    async () => (await import("../../features/people/command.ts")).peopleCommand,
  ),
  derived(
    "limits",
    "Show limits and current usage; set a limit.",
    async () => (await import("../../features/limits/command.ts")).limitsCommand,
  ),
  derived(
    "usage",
    "Show model usage, cost and prices, or export every request as CSV.",
    async () => (await import("../../features/usage/command.ts")).usageCommand,
    {
      export: {
        usage: "[--from <date>] [--to <date>] [--person <id>]",
        summary: "Export every model request from a range of days as CSV.",
        load: () => import("../commands/usage-export.ts"),
      },
    },
  ),
  derived(
    "sessions",
    "List sessions; read, reset, stop or configure a chat.",
    async () => (await import("../../features/sessions/command.ts")).sessionsCommand,
  ),
  derived(
    "schedule",
    "List, add, run and cancel scheduled jobs.",
    async () => (await import("../../features/schedules/command.ts")).scheduleCommand,
  ),
  derived(
    "notes",
    "List, search, save and delete your notes.",
    async () => (await import("../../features/notes/command.ts")).notesCommand,
  ),
  derived(
    "journal",
    "List, record and close business deals in your journal.",
    async () => (await import("../../features/journal/command.ts")).journalCommand,
  ),
  derived(
    "tasks",
    "List, add and complete your tasks.",
    async () => (await import("../../features/tasks/command.ts")).tasksCommand,
  ),
  derived(
    "reminders",
    "List, add, postpone and cancel your reminders.",
    async () => (await import("../../features/reminders/command.ts")).remindersCommand,
  ),
  derived(
    "read-later",
    "List, save and finish pages and text to read later.",
    async () => (await import("../../features/read-later/command.ts")).readLaterCommand,
  ),
  derived(
    "files",
    "List, read, write and delete files in the workspace.",
    async () => (await import("../../features/files/command.ts")).filesCommand,
    {
      write: {
        usage: "<path> [--append]",
        summary: "Write piped input to a file.",
        load: () => import("../commands/files-write.ts"),
      },
    },
  ),
  derived(
    "rules",
    "List and remove the rules you gave the agent in a chat.",
    async () => (await import("../../features/rules/command.ts")).rulesCommand,
  ),
  derived(
    "models",
    "List known models; show or change the current model.",
    async () => (await import("../../features/models/command.ts")).modelsCommand,
  ),
  derived(
    "mcp",
    "Add, remove, test and sign in at MCP servers; serve this agent to MCP clients.",
    async () => (await import("../../features/mcp/command.ts")).mcpCommand,
    {
      serve: {
        usage: "[--scope read|chat|approve|admin]",
        summary:
          "Serve the running agent to an MCP client on standard input and output. Default scope: chat.",
        load: () => import("../commands/mcp-serve.ts"),
      },
    },
  ),
  derived(
    "plugin",
    "Write, install, list and remove plugins.",
    async () => (await import("../../features/plugins/command.ts")).pluginCommand,
    {
      new: {
        usage: "<name>",
        summary: "Create a plugin with a tool and its test in a new folder.",
        load: () => import("../commands/plugin/new.ts"),
      },
      test: {
        usage: "[<folder>]",
        summary: "Run the tests of a plugin.",
        load: () => import("../commands/plugin/test.ts"),
      },
      add: {
        usage: "<folder> [--link] [--yes]",
        summary: "Show the powers of a plugin, and install it once you have approved them.",
        load: () => import("../commands/plugin/add.ts"),
      },
      doctor: {
        usage: "",
        summary: "List what keeps plugins from running; exits with 1 if something does.",
        load: () => import("../commands/plugin/doctor.ts"),
      },
    },
  ),
  {
    ...derived(
      "skills",
      "List, install, enable and remove skills.",
      async () => (await import("../../features/skills/command.ts")).skillsCommand,
      {
        add: {
          usage: "<folder>|<archive>|<git-url> [--yes]",
          summary: "Show what a skill may do, ask, and install it.",
          load: () => import("../commands/skills-add.ts"),
        },
      },
    ),
    alias: "skill",
  },
  derived(
    "log",
    "Show the agent's log.",
    async () => (await import("../../features/log/command.ts")).logCommand,
  ),
  derived(
    "webhooks",
    "Send events to other programs; test webhooks and resend deliveries.",
    async () => (await import("../../features/webhooks/command.ts")).webhooksCommand,
  ),
  {
    ...derived(
      "incoming-webhooks",
      "Let other programs start a turn with an HTTP request.",
      async () => (await import("../../features/hooks/command.ts")).hooksCommand,
    ),
    alias: "hooks",
  },
  {
    name: "completion",
    usage: "bash|zsh|fish",
    summary: "Print a shell completion script.",
    load: () => import("../commands/completion.ts"),
  },
  {
    name: "import",
    usage: "<file> [--chat <channel>/<chat>] [--json]",
    summary: "Import the messages from a transcript file into a chat.",
    load: () => import("../commands/import.ts"),
  },
  {
    name: "config",
    usage: "get|set|unset|list|path|schema [<key>] [<value>] [--json]",
    summary: "Show and change settings.",
    load: () => import("../commands/config.ts"),
  },
  {
    name: "backup",
    usage: "[<file>]",
    summary: "Back up the database to a file, even while the agent is running.",
    load: () => import("../commands/backup.ts"),
  },
  {
    name: "restore",
    usage: "<file>",
    summary: "Replace the database with a backup.",
    load: () => import("../commands/restore.ts"),
  },
  derived(
    "agents",
    "List agents and choose which one answers in a chat.",
    async () => (await import("../../features/agents/command.ts")).agentsCommand,
  ),
  derived(
    "memory",
    "Search memory, explain or forget facts, and export your data.",
    async () => (await import("../../features/memory/command.ts")).memoryCommand,
    {
      "forget-me": {
        usage: "[<code>]",
        summary: "Permanently delete all your data. Without a code, print a confirmation code.",
        load: () => import("../commands/memory/forget-me.ts"),
      },
      export: {
        usage: "[<person>] --to <file>",
        summary: "Export everything stored about you, or about another person, to a new file.",
        load: () => import("../commands/memory/export.ts"),
      },
    },
  ),
  {
    name: "history",
    usage: "",
    summary: "List your changes to memory, notes, tasks, files and the journal.",
    load: () => import("../commands/history.ts"),
  },
  {
    name: "undo",
    usage: "",
    summary: "Undo your latest change, or the change with a given id.",
    load: () => import("../commands/undo.ts"),
  },
  derived(
    "pauses",
    "List paused chats; pause or resume replies, everywhere or in one chat.",
    async () => (await import("../../features/pauses/command.ts")).pausesCommand,
  ),
  derived(
    "outbox",
    "List undelivered items; retry or drop them.",
    async () => (await import("../../features/outbox/command.ts")).outboxCommand,
  ),
  derived(
    "clock",
    "Show whether the machine's clock is trusted, or confirm the time.",
    async () => (await import("../../features/clock/command.ts")).clockCommand,
  ),
  {
    name: "pause",
    usage: "",
    summary: "Stop answering, everywhere or in one chat. Messages are still stored.",
    load: () => import("../commands/pause.ts"),
  },
  {
    name: "resume",
    usage: "",
    summary: "Start answering again, beginning with the newest message in each direct chat.",
    load: () => import("../commands/resume.ts"),
  },
  derived(
    "audit",
    "List tool calls with their approvers and verify the audit log.",
    async () => (await import("../../features/audit/command.ts")).auditCommand,
  ),
  derived(
    "exec",
    "List shell commands that ran, with their approvers.",
    async () => (await import("../../features/exec/command.ts")).execCommand,
  ),
  derived(
    "tokens",
    "List, create and revoke API tokens.",
    async () => (await import("../../features/tokens/command.ts")).tokensCommand,
  ),
  {
    name: "open",
    usage: "[--json]",
    summary: "Print a one-time sign-in link for your browser.",
    load: () => import("../commands/open.ts"),
  },
  derived(
    "tools",
    "List, explain, restrict or turn off tools.",
    async () => (await import("../../features/tools/command.ts")).toolsCommand,
    {
      set: {
        usage:
          "<name> | --category <name> [--disable|--enable] [--scope <scope>] [--access <role>] [--approval always|default] [--chat <channel>/<chat>]",
        summary: "Turn a tool or a category off, restrict it, or require approval for each call.",
        load: () => import("../commands/tools-set.ts"),
      },
    },
  ),
];
