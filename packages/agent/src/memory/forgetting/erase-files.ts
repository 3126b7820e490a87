import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isUtf8 } from "node:buffer";
import type { SessionId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/text/json.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Folder } from "../../platform/folder.ts";
import type { ErasurePlan } from "../../store/forgetting.ts";
import { withoutMarks } from "../knowledge/entry-mark.ts";
import { FORGOTTEN, type Redactor } from "./create-redactor.ts";

/** Files outside the database that may contain copies of messages. */
export interface CopyFiles {
  /** The workspace's. */
  readonly folder: Folder;
  /** The folder of transcripts; what is not there is nothing. */
  readonly transcripts: string;
  /** The folder of logs. */
  readonly logs: string;
  /** Input history of the terminal. */
  readonly history: string;
  /** The folder of what people had exported of themselves. */
  readonly exports: string;
}

/** Larger files are not read whole. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Files that define the agent and are not redacted. */
const NEVER_ERASED = new Set(["SOUL.md", "SECURITY.md"]);

/** Takes traces out of all files; doing it twice changes nothing. */
export async function eraseFiles(
  plan: ErasurePlan,
  { redact, redactJson }: Pick<Redactor, "redact" | "redactJson">,
  { sessions, files }: { readonly sessions: readonly SessionId[]; readonly files: CopyFiles },
): Promise<void> {
  if (plan.hasFiles) await eraseWorkspace(files.folder, redact);
  const turns = new Set<string>(plan.turns);
  for (const session of plan.sessions)
    rmSync(path.join(files.transcripts, `${session}.jsonl`), { force: true });
  for (const session of sessions)
    rewrite(path.join(files.transcripts, `${session}.jsonl`), (text) =>
      eraseLines(text, { redactJson, turns }),
    );
  const logs = existsSync(files.logs) ? readdirSync(files.logs) : [];
  const noTurns = new Set<string>();
  for (const file of [...logs.map((name) => path.join(files.logs, name)), files.history])
    rewrite(file, (text) => eraseLines(text, { redactJson, turns: noTurns }));
}

async function eraseWorkspace(folder: Folder, redact: Redactor["redact"]): Promise<void> {
  for (const { path: file, kind, bytes } of await folder.list("", { recursive: true })) {
    if (kind !== "file" || bytes === 0 || bytes > MAX_BYTES || NEVER_ERASED.has(file)) continue;
    const content = await folder.read(file, { maxBytes: MAX_BYTES });
    if (!isUtf8(content)) continue;
    const text = Buffer.from(content).toString();
    if (redact(text) === text) continue;
    const change = file.endsWith(".md") ? (there: string) => eraseEntries(there, redact) : redact;
    await folder.edit(file, change, { maxBytes: MAX_BYTES });
  }
}

/** Entries and lines of which nothing is left go whole. */
function eraseEntries(text: string, redact: Redactor["redact"]): string {
  const left = redact(text).split("\n");
  const there = new Set(text.split("\n"));
  return left.filter((line) => there.has(line) || !saysNothing(line)).join("\n");
}

function saysNothing(line: string): boolean {
  const said = withoutMarks(` ${line}`).replaceAll(FORGOTTEN, "");
  return !/[\p{L}\p{N}]/u.test(said.replace(/^\s*[-*+]\s+(?:\d{2}:\d{2}\s+)?/, ""));
}

/** Rewrites a file synchronously, so that appends of this process come before or after. */
function rewrite(file: string, change: (text: string) => string): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  const left = change(text);
  if (left === text) return;
  // Write in place, because a log keeps writing to its open file.
  writeFileSync(file, left, { flag: "r+" });
  truncateSync(file, Buffer.byteLength(left));
}

function eraseLines(
  text: string,
  { redactJson, turns }: Pick<Redactor, "redactJson"> & { readonly turns: ReadonlySet<string> },
): string {
  const lines = text.split("\n");
  return lines
    .filter((line) => turns.size === 0 || !isOf(line, turns))
    .map((line) => (line === "" ? line : redactJson(line)))
    .join("\n");
}

function isOf(line: string, turns: ReadonlySet<string>): boolean {
  const said = parseJson(line)?.value;
  return isRecord(said) && typeof said["turn"] === "string" && turns.has(said["turn"]);
}
