import type { Source, SourceKind } from "../../packages/agent/src/kernel/label.ts";
import type { CaseSetup, CaseTurn } from "./case.ts";

type Result = CaseTurn["sources"][number];

/** Rows and files that a result may come from. */
export interface CaseWorld {
  readonly setup: readonly CaseSetup[];
  /** Places of all cases: chats keep their names. */
  readonly places: readonly CaseSetup[];
  /** Whether a tool reads nothing but our own data. */
  readonly isOwn: (tool: string) => boolean;
  /** Sources of what calls of the case wrote, with the texts that they wrote. */
  readonly written: readonly {
    readonly texts: readonly string[];
    readonly sources: readonly Source[];
  }[];
}

/** Returns the sources of a result as the connection that serves the tool labels them; none for our own data. */
export function sourcesOfResult(
  { tool, args, result }: Result,
  world: CaseWorld,
): readonly Source[] {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  if (/^error:/i.test(text)) return [];
  const stored = isStored(tool) ? storedSources(text, args, world) : undefined;
  if (stored) return stored;
  const read = READERS.find(([pattern]) => pattern.test(tool))?.[1];
  if (read) return read({ text, args, world });
  return world.isOwn(tool) ? [] : [source("tool", tool)];
}

/** Checks whether a tool reads what was stored before. */
export function isStored(tool: string): boolean {
  return OWN_STORES.test(tool);
}

const OWN_STORES =
  /^(note|readlater|journal|task|reminder|memory|session|workspace|document|schedule|calendar|exec_read)/;

interface Read {
  readonly text: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly world: CaseWorld;
}

/** Rows and files keep the sources with which they were written. */
function storedSources(
  text: string,
  args: Readonly<Record<string, unknown>>,
  { setup, written }: CaseWorld,
): readonly Source[] | undefined {
  const path = wordIn(args, "path");
  const rows = setup.filter(({ kind, id, path: file }) => {
    if (kind === "file") return path !== "" && file === path;
    return id !== undefined && ROWS.has(kind) && new RegExp(`(^|[^\\w])${id}([^\\w]|$)`).test(text);
  });
  const known = rows.flatMap(({ by, kind, path: file }) => sourceBy(by, kind, file) ?? []);
  const wrote = written.filter(({ texts }) =>
    texts.some((one) => one.length >= 4 && (one === path || text.includes(one))),
  );
  const all = [...known, ...wrote.flatMap(({ sources }) => sources)];
  if (all.length > 0) return all;
  return rows.some(({ kind }) => kind !== "file") ? [] : undefined;
}

const ROWS: ReadonlySet<string> = new Set([
  "note",
  "readlater",
  "journal",
  "task",
  "reminder",
  "event",
]);

/** Reads who wrote a row, as cases name it: "web page a.example", "message of Tim", "downloaded". */
export function sourceBy(by: string | undefined, kind?: string, path = ""): Source | undefined {
  if (by === undefined || by === "owner") return undefined;
  if (by === "downloaded") return undefined;
  const found = PREFIXES.find(([words]) => by.startsWith(words));
  if (found) return source(found[1], by.slice(found[0].length).trim());
  return source(kind === "file" ? "file" : "other", kind === "file" ? path : by);
}

const PREFIXES: readonly (readonly [string, SourceKind])[] = [
  ["web page", "page"],
  ["search result", "search"],
  ["forwarded message of", "forward"],
  ["voice message of", "voice"],
  ["message of", "message"],
  ["mail", "mail"],
  ["calendar event", "event"],
  ["document", "document"],
  ["file name in", "filename"],
  ["file", "file"],
  ["media", "media"],
  ["image", "media"],
  ["webhook", "hook"],
  ["transcript import", "import"],
  ["on-chain comment", "chain"],
  ["MCP server", "mcp"],
  ["profile of", "profile"],
  ["feed", "feed"],
];

function source(kind: SourceKind, where: string): Source {
  return { kind, where, integrity: "web" };
}

function wordIn(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}

function addressIn(args: Readonly<Record<string, unknown>>): string {
  return shortAddress(wordIn(args, "url"));
}

/** An address as people read it: the host and the path, without what stands around it. */
function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return `${url.host}${url.pathname.replace(/\/$/, "")}`;
}

function linksIn(text: string, kind: SourceKind): readonly Source[] {
  const found = text.match(/https?:\/\/[^\s'"<>,;)]+/g) ?? [];
  if (found.length === 0) return [source(kind, text.slice(0, 40))];
  return [...new Set(found.map(shortAddress))].map((where) => source(kind, where));
}

function mailIn(text: string, args: Readonly<Record<string, unknown>>): Source {
  const [, sender] = /From:\s*(?:[^<\n]*<)?([^\s<>:]+@[^\s<>:,;]*[\w])/.exec(text) ?? [];
  return source("mail", sender === undefined ? wordIn(args, "id") : `of ${sender}`);
}

function rowsIn(text: string): readonly { readonly id: string }[] {
  return text
    .split(/;\s*|\n/)
    .flatMap((row) => /^\s*([A-Za-z]+_?\d+|\d+)\b/.exec(row)?.[1] ?? [])
    .map((id) => ({ id }));
}

function eventsIn(text: string): readonly Source[] {
  return Array.from(
    text.matchAll(/([^;\n]*?)\(organi[sz]er ([^)\s]+)\)/g),
    ([, head = "", by = ""]) => {
      const title = head.replace(/^\s*(?:ev_?\d+\s*)?(?:\d{1,2}:\d\d\s*)?/, "").trim();
      return source(
        "event",
        /^['"]/.test(title) || title === "" ? `of ${by}` : `${title} of ${by}`,
      );
    },
  );
}

function personOf(args: Readonly<Record<string, unknown>>, { setup }: CaseWorld): string {
  const chat = wordIn(args, "chatId") || wordIn(args, "userId");
  const known = setup.find(({ telegram }) => telegram === chat);
  return known?.name ?? chat;
}

const profilesIn: Reader = ({ text, args, world }) => {
  const handles = Array.from(text.matchAll(/@\w+/g), ([handle]) => handle);
  if (handles.length === 0) return [source("profile", personOf(args, world))];
  return [...new Set(handles)].map((handle) => source("profile", handle));
};

/** "GitHub issue acme/site#4". */
function issueIn(args: Readonly<Record<string, unknown>>, text: string): string {
  const [named] = /[\w-]+\/[\w.-]+#\d+/.exec(text) ?? [];
  const number = args["number"];
  const own =
    typeof number === "number" ? `${wordIn(args, "repo")}#${number}` : wordIn(args, "repo");
  return `GitHub issue ${wordIn(args, "repo") === "" ? (named ?? "") : own}`;
}

const messagesIn: Reader = ({ text, args, world }) => {
  const chat = wordIn(args, "chatId");
  const place = [...world.setup, ...world.places].find(
    (one) => one.kind === "place" && one.chat === chat,
  );
  const where = place ? ` in group ${String(place.id).replace(/^group:/, "")}` : "";
  const names = Array.from(
    text.matchAll(/(?:^|[\s;])([\p{L}@][\p{L}\d_]*):/gu),
    ([, name = ""]) => name,
  );
  if (names.length === 0) return [source("message", `${personOf(args, world)}${where}`)];
  return [...new Set(names)].map((name) => source("message", `${name}${where}`));
};

function commentsIn(text: string): readonly Source[] {
  const [, from] = /from ((?:EQ|UQ|kQ|0Q)[\w-]{6})/.exec(text) ?? [];
  return /comment/i.test(text) ? [source("chain", from === undefined ? "" : `of ${from}`)] : [];
}

const serverIn: Reader = ({ text, args, world }) => {
  const name = `${wordIn(args, "name")} ${text}`;
  const servers = world.setup.filter(
    ({ kind, server = "" }) => kind === "mcp" && name.includes(server),
  );
  return servers.flatMap(({ server = "", declared }) =>
    declared === "own data" ? [] : [source("mcp", server)],
  );
};

const rememberedIn: Reader = ({ text, world }) => {
  const hooks = world.setup.filter(({ kind, name = "" }) => kind === "hook" && text.includes(name));
  if (hooks.length > 0) return hooks.map(({ name = "" }) => source("hook", name));
  const imports = world.setup.filter(({ kind }) => kind === "import");
  return imports.map(({ file = "" }) => source("import", file));
};

type Reader = (read: Read) => readonly Source[];

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^web_fetch|^web_download|^readlater_read/, ({ args }) => [source("page", addressIn(args))]],
  [/^(web_search|news_search|telegram_search_posts)/, ({ text }) => linksIn(text, "search")],
  [/^news_|^readlater_|^rss_/, ({ text }) => linksIn(text, "feed")],
  [/^email_read|^email_thread/, ({ text, args }) => [mailIn(text, args)]],
  [/^email_(search|list)/, ({ text }) => rowsIn(text).map((row) => source("mail", row.id))],
  [/^calendar_/, ({ text }) => eventsIn(text)],
  [/^document_/, ({ args }) => [source("document", wordIn(args, "path"))]],
  [/^workspace_(list|info|search)/, ({ args }) => [source("filename", wordIn(args, "path"))]],
  [/^(workspace_|exec_read)/, ({ args }) => [source("file", wordIn(args, "path"))]],
  [
    /^(vision|image|media)_|^telegram_download/,
    ({ args }) => [source("media", wordIn(args, "path"))],
  ],
  [/transcribe/, ({ args, world }) => [source("voice", personOf(args, world))]],
  [/^telegram_get_(dialogs|participants|user_info|chat_info|common_chats|admined)/, profilesIn],
  [/^telegram_(get_(history|replies|scheduled)|search)/, messagesIn],
  [/^ton_|^stars_|_transactions$|^dns_/, ({ text }) => commentsIn(text)],
  [/^(tool_call|tool_search|mcp_)/, serverIn],
  [/^(session_search|memory_search)/, rememberedIn],
  [/^agent_delegate/, ({ text, args }) => linksIn(`${JSON.stringify(args)} ${text}`, "page")],
  [/^github_/, ({ args, text }) => [source("other", issueIn(args, text))]],
  [/^meeting_/, ({ args }) => [source("other", `meeting ${Object.values(args).join(" ")}`)]],
  [/^exec_/, ({ args }) => [source("command", wordIn(args, "command"))]],
];
