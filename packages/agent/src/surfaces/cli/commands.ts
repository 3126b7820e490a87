import { isRecord } from "../../kernel/json.ts";
import type { FrameClient } from "./frame-client.ts";
import { sanitise } from "./sanitise.ts";

interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Answers with what is shown; undefined when the argument is not one that it takes. */
  run(argument: string, client: FrameClient): Promise<string> | undefined;
}

const MODES = ["steer", "queue", "interrupt"] as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  help: {
    usage: "/help",
    summary: "this list",
    run: async () => helpText(),
  },
  new: {
    usage: "/new",
    summary: "begin a new session; the old one is kept",
    async run(_argument, client) {
      await client.control("sessions.new", {});
      return "A new session begins.";
    },
  },
  stop: {
    usage: "/stop",
    summary: "stop the running turn (Ctrl-C)",
    async run(_argument, client) {
      await client.stop();
      return "Stopped.";
    },
  },
  loop: {
    usage: "/loop [1-50]",
    summary: "how many steps a turn may take",
    run(argument, client) {
      if (argument === "") return show(client.control("places.set", {}));
      const maxSteps = Number(argument);
      if (!Number.isInteger(maxSteps) || maxSteps < 1 || maxSteps > 50) return undefined;
      return show(client.control("places.set", { maxSteps }));
    },
  },
  mode: {
    usage: `/mode [${MODES.join("|")}]`,
    summary: "what a message does to a running turn",
    run(argument, client) {
      if (argument === "") return show(client.control("places.set", {}));
      const mode = MODES.find((one) => one === argument);
      return mode && show(client.control("places.set", { mode }));
    },
  },
  model: {
    usage: "/model [provider/model]",
    summary: "which model answers, or answer with another one",
    run: (argument, client) =>
      show(client.control("models.use", argument === "" ? {} : { name: argument })),
  },
  agent: {
    usage: "/agent [name]",
    summary: "who answers, or let another agent answer in this chat",
    run: (argument, client) =>
      show(
        argument === ""
          ? client.control("agents.list", {})
          : client.control("agents.use", { name: argument }),
      ),
  },
  undo: {
    usage: "/undo [id]",
    summary: "take the newest change of memory, notes, files or journal back",
    run: (argument, client) =>
      show(client.control("memory.undo", argument === "" ? {} : { change: argument })),
  },
  memory: {
    usage: "/memory [id]",
    summary: "what waits until you confirm it, or confirm it",
    run: (argument, client) =>
      show(
        argument === ""
          ? client.control("memory.unconfirmed", {})
          : client.control("memory.confirmEntry", { id: argument }),
      ),
  },
  history: {
    usage: "/history",
    summary: "what was changed for you, newest first",
    run: (_argument, client) => show(client.control("memory.history", { limit: 20 })),
  },
  pause: {
    usage: "/pause [all]",
    summary: "answer nothing in this chat, or anywhere; what arrives is noted",
    run: (argument, client) =>
      isWhere(argument)
        ? describePause(client.control("pauses.begin", whereOf(argument)))
        : undefined,
  },
  resume: {
    usage: "/resume [all]",
    summary: "go on; the newest message of each direct chat is answered",
    run: (argument, client) =>
      isWhere(argument)
        ? describeResumed(client.control("pauses.end", whereOf(argument)))
        : undefined,
  },
  modules: {
    usage: "/modules [on|off <category>]",
    summary: "the tools of this chat by category; turn some off or on here",
    run(argument, client) {
      if (argument === "") return show(client.control("tools.modules", {}));
      const [state, category] = argument.split(/\s+/);
      if ((state !== "on" && state !== "off") || !category) return undefined;
      return show(client.control("tools.modules", { category, enabled: state === "on" }));
    },
  },
  archive: {
    usage: "/archive [on|off]",
    summary: "whether this chat is kept and searched beyond its session",
    run(argument, client) {
      if (argument === "") return show(client.control("memory.archive", {}));
      const archive = (["on", "off"] as const).find((one) => one === argument);
      return archive && show(client.control("memory.archive", { archive }));
    },
  },
  forgetme: {
    usage: "/forgetme [code]",
    summary: "remove everything of yours for good; asks for a code first",
    run: async (argument, client) =>
      describeForgetting(
        await client.control("memory.forgetMe", argument === "" ? {} : { code: argument }),
      ),
  },
  link: {
    usage: "/link [code]",
    summary: "a code to say on another surface, or one from there: you are the same person",
    run: (argument, client) =>
      show(
        argument === ""
          ? client.control("people.code", {})
          : client.control("people.link", { code: argument }),
      ),
  },
  status: {
    usage: "/status",
    summary: "what the agent is doing",
    run: (_argument, client) => show(client.control("agent.status", {})),
  },
  approvals: {
    usage: "/approvals",
    summary: "what waits for your decision",
    run: async () => "",
  },
  exit: { usage: "/exit", summary: "leave (Ctrl-D)", run: async () => "" },
};

/**
 * Runs a command of the terminal, such as "/loop 9", and answers with what is to
 * be shown. Faults of the agent reject. "/exit" and "/approvals" are the terminal's own.
 */
export async function runCommand(line: string, client: FrameClient): Promise<string> {
  const [name = "", argument = ""] = line
    .slice(1)
    .trim()
    .split(/\s+(.*)/s);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return `There is no command /${sanitise(name)}. /help lists them.`;
  return (await command.run(argument.trim(), client)) ?? `Use it like this: ${command.usage}`;
}

function helpText(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  const rows = Object.values(COMMANDS).map(
    ({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`,
  );
  return [...rows, "Everything else is a message, also while a turn runs."].join("\n");
}

async function show(answer: Promise<unknown>): Promise<string> {
  return sanitise(describe(await answer));
}

function describeForgetting(answer: unknown): string {
  const { code, rows } = isRecord(answer) ? answer : {};
  if (typeof code === "string")
    return `This removes everything that you said and all that was made of it, for good. If you are sure: /forgetme ${code}`;
  return `Everything of yours is removed (${String(rows)} rows).`;
}

function isWhere(argument: string): boolean {
  return argument === "" || argument === "all";
}

function whereOf(argument: string): { readonly where?: "everywhere" } {
  return argument === "all" ? { where: "everywhere" } : {};
}

async function describePause(answer: Promise<unknown>): Promise<string> {
  const paused = await answer;
  const isOld = isRecord(paused) && paused["wasPaused"] === true;
  return isOld ? "It was paused already." : "Paused. What arrives is noted until /resume.";
}

async function describeResumed(answer: Promise<unknown>): Promise<string> {
  const resumed = await answer;
  const { wasPaused, noted, answering } = isRecord(resumed) ? resumed : {};
  if (wasPaused !== true) return "Nothing was paused.";
  return `${String(noted)} messages came meanwhile; ${String(answering)} are answered.`;
}

/** A value of the agent's control for people: a line per field or entry. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.map(inOneLine).join("\n") : "None.";
  if (!isRecord(value)) return inOneLine(value);
  return Object.entries(value).map(describeField).join("\n") || "Done.";
}

/** `uptimeMs: 7041` as people write it: `uptime: 7 s`. */
function describeField([name, value]: readonly [string, unknown]): string {
  const label = name
    .replace(/M[bs]$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (typeof value === "number" && name.endsWith("Ms"))
    return `${label}: ${Math.round(value / 1000)} s`;
  if (typeof value === "number" && name.endsWith("Mb")) return `${label}: ${value} MB`;
  return `${label}: ${inOneLine(value)}`;
}

function inOneLine(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (!isRecord(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, field]) => `${name} ${typeof field === "string" ? field : JSON.stringify(field)}`)
    .join(" · ");
}
