import { existsSync } from "node:fs";
import { chmod, lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { socketPath } from "./socket-path.ts";

/** Paths of all files that belong to this agent. They are absolute. */
export interface Home {
  readonly root: string;
  readonly config: string;
  readonly database: string;
  readonly lock: string;
  /** List of running work, for the start after a crash. */
  readonly roster: string;
  /** Its time is that of the last check of the database. */
  readonly checked: string;
  /** The last time that was trusted. */
  readonly clock: string;
  /** The model that `auto` found last. */
  readonly model: string;
  /** Calls that wrote a file of the workspace. */
  readonly writes: string;
  readonly socket: string;
  readonly workspace: string;
  readonly sessions: string;
  readonly logs: string;
  readonly log: string;
  readonly backups: string;
  /** Folder of exports that people requested of their own data, kept for a day. */
  readonly exports: string;
  /** Folder of files that wait to be delivered to people, kept for 30 days. */
  readonly outbox: string;
  /** Folder of files that came in over the API, kept for 30 days. */
  readonly uploads: string;
  /** Folder of MCP servers: each has a folder of its own, which stays. */
  readonly mcp: string;
  /** Folder of plugins: their code, data and approvals. */
  readonly plugins: string;
  /** Folder of installed skills: each version has a folder of its own, named by its digest. */
  readonly skills: string;
  /** Logins at MCP servers: registered clients and their tokens. */
  readonly mcpLogins: string;
  /** Folder for temporary files of running programs, emptied when an agent starts. */
  readonly scratch: string;
  /** Input history of the terminal. */
  readonly history: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Makes every file and folder that this process creates private to its user. */
export function restrictUmask(): void {
  process.umask(OTHERS);
}

/** Returns the home that `REEVE_HOME` names, else `~/.reeve`. Touches nothing on disk. */
export function resolveHome(env: Environment, homedir: string): Home {
  const root = path.resolve(expandTilde(env["REEVE_HOME"] || "~/.reeve", homedir));
  const logs = path.join(root, "logs");
  return {
    root,
    config: path.join(root, "config.yaml"),
    database: path.join(root, "reeve.db"),
    lock: path.join(root, "reeve.lock"),
    roster: path.join(root, "reeve.running"),
    checked: path.join(root, "reeve.checked"),
    clock: path.join(root, "reeve.clock"),
    model: path.join(root, "reeve.model"),
    writes: path.join(root, "reeve.writes"),
    socket: socketPath(root, { env, uid: process.getuid?.() ?? 0 }),
    workspace: path.join(root, "workspace"),
    sessions: path.join(root, "sessions"),
    logs,
    log: path.join(logs, "reeve.log"),
    backups: path.join(root, "backups"),
    outbox: path.join(root, "outbox"),
    uploads: path.join(root, "uploads"),
    exports: path.join(root, "exports"),
    mcp: path.join(root, "mcp"),
    plugins: path.join(root, "plugins"),
    skills: path.join(root, "skills"),
    mcpLogins: path.join(root, "mcp-logins.json"),
    scratch: path.join(root, "tmp"),
    history: path.join(root, "history"),
  };
}

/**
 * Creates the folders that are missing, and takes from other users what they may
 * read in those that are there. Returns one warning for each thing it tightened.
 */
export async function prepareHome(home: Home): Promise<readonly string[]> {
  const folders = [home.root, home.workspace, home.sessions, home.logs, home.backups];
  const warnings: string[] = [];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    warnings.push(...(await tighten(folder)));
  }
  const sidecars = ["-wal", "-shm"].map((suffix) => home.database + suffix);
  for (const file of [
    home.config,
    home.database,
    ...sidecars,
    home.log,
    home.history,
    home.mcpLogins,
  ]) {
    if (existsSync(file)) warnings.push(...(await tighten(file)));
  }
  return warnings;
}

async function tighten(target: string): Promise<readonly string[]> {
  // A link's own mode means nothing, and what it points to is the user's choice.
  const { mode, uid, isLink } = await statOf(target);
  if (isLink) return [];
  if (mode & STICKY || uid !== (process.getuid?.() ?? uid))
    throw new Fault("denied", `${target} is shared with other users.`, {
      hint: "Set REEVE_HOME to a folder that you own.",
    });
  if ((mode & OTHERS) === 0 || process.platform === "win32") return [];
  const tightened = mode & 0o700;
  await chmod(target, tightened);
  return [
    `${target} was open to other users (${octal(mode)}); its mode is ${octal(tightened)} now.`,
  ];
}

async function statOf(target: string) {
  const stats = await lstat(target);
  return { mode: stats.mode & 0o7777, uid: stats.uid, isLink: stats.isSymbolicLink() };
}

function expandTilde(text: string, homedir: string): string {
  return text === "~" || text.startsWith("~/") ? path.join(homedir, text.slice(1)) : text;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}
