/**
 * Files that the agent and its owner share. Paths are relative, with `/`; a path
 * that leads out of the workspace, also through a symbolic link, is `denied`.
 * SOUL.md, SECURITY.md and STRATEGY.md can be read but not changed.
 */
export interface Workspace {
  /** What is at the path, or undefined where there is nothing. */
  stat(path: string): Promise<WorkspaceEntry | undefined>;
  /** Entries sorted by path. A folder that does not exist is `missing`. */
  list(path: string, options: ListOptions): Promise<readonly WorkspaceEntry[]>;
  /** The whole file; `exhausted` when it is larger than `maxBytes`. */
  read(path: string, options: { maxBytes: number }): Promise<Uint8Array>;
  /**
   * Replaces or extends the file in one step: readers see the old or the new content, never
   * a part. Returns the path as the workspace spells it and the size of the whole file.
   */
  write(
    path: string,
    content: Uint8Array,
    options: { append: boolean; createFolders: boolean },
  ): Promise<{ path: string; bytes: number }>;
  remove(path: string, options: { recursive: boolean }): Promise<void>;
  rename(from: string, to: string, options: { overwrite: boolean }): Promise<void>;
  /** SHA-256 of the file in hex, or undefined where there is none. */
  digest(path: string): Promise<string | undefined>;
  info(): Promise<WorkspaceInfo>;
}

export interface ListOptions {
  readonly recursive: boolean;
  readonly filter: "all" | "files" | "directories";
}

export interface WorkspaceEntry {
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
}

export interface WorkspaceInfo {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  readonly quotaBytes: number;
  /** Bytes per top-level entry. */
  readonly entries: readonly { readonly path: string; readonly bytes: number }[];
}

/** `persistent` is MEMORY.md, `daily` the log of the owner's present day, `session` its section on this session. */
export type MemoryTarget = "persistent" | "daily" | "session";

/** What the agent wrote down about its owner, as Markdown files in the workspace. */
export interface MemoryFiles {
  /** Appends under a heading, once per `key`. Returns the file's path. */
  append(entry: {
    target: MemoryTarget;
    content: string;
    section?: string | undefined;
    key: string;
  }): Promise<{ path: string }>;
  /** The text of MEMORY.md; empty where there is none. */
  readPersistent(): Promise<string>;
  /** The log of a day (`YYYY-MM-DD`, default today in the owner's time zone); `missing` where there is none. */
  readDaily(date?: string): Promise<{ date: string; text: string }>;
  /** The logs of yesterday and today that exist, oldest first. */
  readRecent(): Promise<readonly { readonly date: string; readonly text: string }[]>;
  list(): Promise<readonly { readonly path: string; readonly bytes: number }[]>;
}

/**
 * `memory`: the owner's files. `learned`: what the agent wrote there. `session`: what
 * conversations came to, and notes on them. `chat`: messages.
 */
export type MemorySource = "memory" | "learned" | "session" | "fact" | "note" | "chat";

export interface MemoryHit {
  readonly source: MemorySource;
  /** Where it stands: `path#n` in a file, else its id. */
  readonly ref: string;
  readonly text: string;
  /** Who said it, where it is known. */
  readonly author: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Who stands behind it (`owner`, `member`, `stranger`, `web`, `tool`) and who may see it. */
  readonly integrity: string;
  readonly audience: string;
}

export interface MemoryFindings {
  /** The best first. */
  readonly hits: readonly MemoryHit[];
  /** How many of the newest texts only words find yet, not their meaning; undefined where nothing is found by meaning. */
  readonly waiting: number | undefined;
}

/** Searches by words and meaning what the asker may see. The query is any text. */
export interface MemorySearch {
  /** In files, what was learnt, facts, notes and past conversations. */
  find(query: string, options: { limit: number; signal: AbortSignal }): Promise<MemoryFindings>;
  /** In the messages of this chat, those of its earlier sessions too. */
  findInChat(
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<MemoryFindings>;
}

/** A message that a fact rests on. */
export interface FactSource {
  /** When it was said, in Unix milliseconds. */
  readonly at: number;
  readonly speaker: string;
  readonly text: string;
  /** The platform's id of the message, and the chat that it was said in. */
  readonly message: string;
  readonly surface: string;
  readonly chat: string;
}

export interface FactMention {
  readonly id: string;
  readonly text: string;
  /** From when until when it held, in Unix milliseconds; without an end it still does. */
  readonly since: number;
  readonly until?: number | undefined;
}

/** What the agent believes, and why. */
export interface FactExplanation extends FactMention {
  readonly kind: "fact" | "decision" | "entity" | "preference";
  readonly tier: "working" | "session" | "long-term";
  readonly subject?: string | undefined;
  /** Only what is active is believed; the rest is history. */
  readonly state: "active" | "superseded" | "expired" | "retracted";
  /** Of all who said it the least trusted, and the principal who may see it. */
  readonly label: { readonly integrity: string; readonly audience: string };
  /** The owner vouched for it. */
  readonly isConfirmed: boolean;
  /** As far as the person who asks may see it, oldest first. */
  readonly evidence: readonly FactSource[];
  /** Facts whose place it took. */
  readonly replaced: readonly FactMention[];
  readonly replacedBy?: FactMention | undefined;
}

/** What the agent learnt from conversations, as far as the person who asks may see it. */
export interface Facts {
  /** `missing` where the fact does not exist or is not for the person who asks. */
  explain(id: string): Promise<FactExplanation>;
}

/** What became of a wish to forget. */
export type Forgotten =
  | {
      readonly type: "forgotten";
      /** What it was: `fact`, `message`, `session`, `note` or `file`. */
      readonly kind: string;
      /** How many rows went or changed. */
      readonly rows: number;
    }
  /** Nothing went: the words stand in several things. */
  | {
      readonly type: "several";
      readonly hits: readonly {
        readonly id: string;
        readonly source: string;
        readonly text: string;
      }[];
    };

/** Forgets for good what is the asker's own; the owner may forget what is anybody's. */
export interface Forgetting {
  /**
   * Removes a thing, by the id that searches show or by words that it holds, with all that
   * was made of it. The same key does it once. `missing` where there is nothing of the kind.
   */
  forget(
    target: { readonly id: string } | { readonly query: string },
    options: { key: string },
  ): Promise<Forgotten>;
}

export interface Note {
  readonly id: string;
  readonly title: string | undefined;
  readonly text: string;
  readonly tags: readonly string[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NoteDraft {
  /** Derived from the call, so that a repeated call finds its own note. */
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface NotePatch {
  readonly text?: string | undefined;
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The notes of the person who asks. Another person's notes do not exist here. */
export interface Notes {
  /** Creating the same id again returns the note that is there. */
  create(draft: NoteDraft): Promise<Note>;
  /** `missing` where the note does not exist. */
  update(id: string, patch: NotePatch): Promise<Note>;
  remove(id: string): Promise<void>;
  /** Newest first. */
  list(options: { limit: number; tag?: string | undefined }): Promise<readonly Note[]>;
  count(): Promise<number>;
  /** Notes that hold the query's words, best first. */
  search(query: string, options: { limit: number }): Promise<readonly Note[]>;
}

export interface ArtifactSlice {
  readonly text: string;
  /** Offset of the first character returned, and of the one after the last. */
  readonly offset: number;
  readonly next: number | undefined;
  readonly totalChars: number;
}

/** Long results that were stored instead of shown. */
export interface Artifacts {
  /** `missing` where it does not exist or is not for this place. */
  read(id: string, range: { offset: number; limit: number }): Promise<ArtifactSlice>;
  /** Lines that match a regular expression, with their 1-based numbers. */
  search(
    id: string,
    options: { pattern: string; limit: number },
  ): Promise<readonly { readonly line: number; readonly text: string }[]>;
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The asker's IANA time zone. */
  readonly timeZone: string;
}

export interface ProcessResult {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Child processes in a group of their own, which dies whole when the call is aborted. */
export interface Processes {
  run(
    command: string,
    args: readonly string[],
    options: { signal: AbortSignal; input?: string | undefined },
  ): Promise<ProcessResult>;
}

/** A page of the public web as text. */
export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly title: string | undefined;
  /** Such as `text/html`, without parameters. */
  readonly contentType: string;
  /** The main content: of HTML its readable text with links as `text (url)`, else the body as it is. */
  readonly text: string;
}

/** Pages of the public web. What they say is not to be trusted. */
export interface Web {
  /**
   * Reads an http or https page. An address that is not public, also behind a redirect, is
   * `denied`; a page that is not there is `missing`; what is no text is `invalid`.
   */
  fetch(url: string, options: { signal: AbortSignal }): Promise<WebPage>;
}

export type WebTopic = "general" | "news" | "finance";

export interface WebSearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** The day, as `YYYY-MM-DD`, where the provider knows it. */
  readonly publishedAt?: string | undefined;
}

export interface WebSearchAnswer {
  /** A short answer in the provider's words, where it gives one. */
  readonly answer?: string | undefined;
  /** The best first. */
  readonly results: readonly WebSearchResult[];
}

/** A search engine; absent where none is configured. */
export interface WebSearch {
  /** A topic that the engine does not know is searched as `general`. */
  search(
    query: string,
    options: { count: number; topic: WebTopic; signal: AbortSignal },
  ): Promise<WebSearchAnswer>;
}

export type JournalType = "trade" | "gift" | "middleman" | "kol";

export type JournalOutcome = "pending" | "profit" | "loss" | "neutral" | "cancelled";

/** A business operation and why it was done. Amounts are plain decimal text, such as `-0.125`. */
export interface JournalDraft {
  /** Derived from the call, so that a repeated call finds its own entry. */
  readonly key: string;
  readonly type: JournalType;
  readonly action: string;
  readonly reasoning: string;
  readonly outcome: JournalOutcome;
  readonly assetFrom?: string | undefined;
  readonly assetTo?: string | undefined;
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
  readonly priceTon?: string | undefined;
  readonly counterparty?: string | undefined;
  readonly platform?: string | undefined;
  readonly txHash?: string | undefined;
}

/** What may change after the operation: its end. */
export interface JournalPatch {
  readonly outcome?: JournalOutcome | undefined;
  /** Gain, or loss with a minus, in TON. */
  readonly pnlTon?: string | undefined;
  /** The same in percent. */
  readonly pnlPct?: string | undefined;
  readonly txHash?: string | undefined;
}

export interface JournalEntry extends Omit<JournalDraft, "key"> {
  /** The number by which people name it. */
  readonly id: number;
  readonly pnlTon?: string | undefined;
  readonly pnlPct?: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface JournalQuery {
  readonly type?: JournalType | undefined;
  /** Entries that gave or got it: these words in this order, whatever their case. */
  readonly asset?: string | undefined;
  readonly outcome?: JournalOutcome | undefined;
  /** Only entries of the last so many days. */
  readonly days?: number | undefined;
  readonly limit: number;
}

export interface JournalReport {
  /** Newest first, up to the limit. */
  readonly entries: readonly JournalEntry[];
  /** Over all entries that match, also those beyond the limit. */
  readonly summary: JournalSummary;
}

export interface JournalSummary {
  readonly entries: number;
  readonly outcomes: Readonly<Record<JournalOutcome, number>>;
  /** The sum of what is known, exact. */
  readonly pnlTon: string;
  /** Of the entries that ended in profit or loss, how many percent in profit, to one decimal; absent where none did. */
  readonly winRatePct?: number | undefined;
}

/** The business journal of the person who asks. Another person's entries do not exist here. */
export interface Journal {
  /** Logging the same key again returns the entry that is there. */
  log(draft: JournalDraft): Promise<JournalEntry>;
  query(query: JournalQuery): Promise<JournalReport>;
  /** `missing` where the entry does not exist. */
  update(id: number, patch: JournalPatch): Promise<JournalEntry>;
}

/** A tool as the model reads it. */
export interface FoundTool {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of its arguments. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The tools that the person who asks may use here, as far as words find them. */
export interface ToolFinder {
  /** The best first; empty where nothing fits. The query may be in any language. */
  find(query: string): Promise<readonly FoundTool[]>;
}

/**
 * Everything a tool may ask for by name in `needs`, bound to the person and place
 * of the call. Plugins add their own entries by declaration merging.
 */
export interface Services {
  workspace: Workspace;
  memory: MemoryFiles;
  memorySearch: MemorySearch;
  notes: Notes;
  artifacts: Artifacts;
  clock: Clock;
  processes: Processes;
  web: Web;
  webSearch: WebSearch;
  journal: Journal;
  facts: Facts;
  forgetting: Forgetting;
  tools: ToolFinder;
}
