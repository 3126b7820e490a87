/**
 * Files that the agent and its owner share. Paths are relative, with `/`; a path
 * that leads out of the workspace, also through a symbolic link, is `denied`.
 * SOUL.md, SECURITY.md and STRATEGY.md can be read but not changed.
 */
export interface Workspace {
  /** Returns the entry at the path, or undefined if there is none. */
  stat(path: string): Promise<WorkspaceEntry | undefined>;
  /** Entries sorted by path. A folder that does not exist is `missing`. */
  list(path: string, options: ListOptions): Promise<readonly WorkspaceEntry[]>;
  /** The whole file; `exhausted` when it is larger than `maxBytes`. */
  read(path: string, options: { maxBytes: number }): Promise<Uint8Array>;
  /**
   * Replaces or extends the file in one step: readers see the old or the new content, never
   * a part. Returns the path as the workspace spells it and the size of the whole file. `call` is the
   * call that writes, so that `hasWritten` knows it after a crash.
   */
  write(
    path: string,
    content: Uint8Array,
    options: { append: boolean; createFolders: boolean; call?: string },
  ): Promise<{ path: string; bytes: number }>;
  /** Whether a call has written, removed or moved its file; undefined if that is not recorded. */
  hasWritten(call: string): boolean | undefined;
  remove(path: string, options: { recursive: boolean; call?: string }): Promise<void>;
  rename(from: string, to: string, options: { overwrite: boolean; call?: string }): Promise<void>;
  /** SHA-256 of the file in hex, or undefined where there is none. */
  digest(path: string): Promise<string | undefined>;
  info(): Promise<WorkspaceInfo>;
}

/** Options for listing a folder. */
export interface ListOptions {
  readonly recursive: boolean;
  readonly filter: "all" | "files" | "directories";
}

/** File or folder; its path starts at the root of the workspace. */
export interface WorkspaceEntry {
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
}

/** Use of the workspace. Writing beyond the quota is `exhausted`. */
export interface WorkspaceInfo {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  readonly quotaBytes: number;
  /** Bytes per top-level entry. */
  readonly entries: readonly { readonly path: string; readonly bytes: number }[];
}

/**
 * Source of a memory. `memory`: the owner's files. `learned`: the agent's entries there. `session`:
 * summaries of sessions, and notes on them. `note`: notes, to-dos and the reading list. `chat`: messages.
 */
export type MemorySource = "memory" | "learned" | "session" | "fact" | "note" | "chat";

/** Passage that a search found, and that is still in its source. */
export interface MemoryHit {
  readonly source: MemorySource;
  /** Position: `path#n` in a file, otherwise its id. */
  readonly ref: string;
  readonly text: string;
  /** Author, if known. */
  readonly author: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Integrity of the text (`owner`, `member`, `stranger`, `web`, `tool`) and its audience. */
  readonly integrity: string;
  readonly audience: string;
}

/** Result of a memory search. */
export interface MemoryFindings {
  /** The best first. */
  readonly hits: readonly MemoryHit[];
  /**
   * Number of newest texts that only words find so far, not their meaning; undefined if nothing is found by
   * meaning.
   */
  readonly waiting: number | undefined;
}

/** Searches, by keyword and meaning, everything that the caller may see. The query is any text. */
export interface MemorySearch {
  /** Searches files, facts, notes and past conversations. */
  find(query: string, options: { limit: number; signal: AbortSignal }): Promise<MemoryFindings>;
  /** Searches the messages of this chat, including those of its earlier sessions. */
  findInChat(
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<MemoryFindings>;
}

/** A part of a stored result; ask on from `next`. */
export interface ArtifactSlice {
  readonly text: string;
  /** Offset of the first character returned, and of the one after the last. */
  readonly offset: number;
  readonly next: number | undefined;
  readonly totalChars: number;
}

/** Long results that were stored instead of shown. */
export interface Artifacts {
  /** `missing` where it does not exist or is not for this chat. */
  read(id: string, range: { offset: number; limit: number }): Promise<ArtifactSlice>;
  /** Lines that match a regular expression, with their 1-based numbers. */
  search(
    id: string,
    options: { pattern: string; limit: number },
  ): Promise<readonly { readonly line: number; readonly text: string }[]>;
}

/** Clock for tools. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The asker's IANA time zone. */
  readonly timeZone: string;
}

/** Result of a process; one without a code was killed. */
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
  /**
   * A new folder for files that commands read or write. It goes when it is disposed of; what a
   * crash left goes at the next start.
   */
  openFolder(): Promise<AsyncDisposable & { readonly path: string }>;
}

/** A file as it came, with what is claimed of it. */
export interface DocumentFile {
  readonly name: string;
  /** Type, such as `application/pdf`. The content of the file has priority. */
  readonly mediaType?: string | undefined;
  readonly data: Uint8Array;
}

/** A picture: PNG, JPEG, GIF or WebP. */
export interface Picture {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Base64, without a prefix. */
  readonly data: string;
}

/** A page of a document that is a picture and holds hardly any text. */
export interface PageScan extends Picture {
  /** Counted from 1. */
  readonly page: number;
  /** Mark in the document's text at the position of this page. */
  readonly mark: string;
}

/** Content of a document. In its text, a mark replaces each page in `scans`. */
export interface DocumentText {
  readonly kind: "pdf" | "text" | "office";
  readonly text: string;
  /** There is more than `text` holds. */
  readonly isCut: boolean;
  /** Number of pages of a PDF. */
  readonly pages?: number | undefined;
  /** First few pages whose text only a vision model can read. */
  readonly scans?: readonly PageScan[] | undefined;
}

/** Reader of documents: PDF, office files, e-books, text in any encoding. */
export interface Documents {
  /**
   * Reads at most `maxChars` (default 50,000) characters of a document. A file of an unsupported type, or
   * one that is too large, damaged, locked or malicious is `invalid`, with a sentence for people.
   */
  read(
    file: DocumentFile,
    options: { signal: AbortSignal; maxChars?: number | undefined },
  ): Promise<DocumentText>;
}

/** A page of the public web as text. */
export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly title: string | undefined;
  /** Description that the page provides for link previews. */
  readonly description?: string | undefined;
  /** Such as `text/html`, without parameters. */
  readonly contentType: string;
  /** The main content: of HTML its readable text with links as `text (url)`, else the body as it is. */
  readonly text: string;
}

/** Pages of the public web. Their text is not trusted. */
export interface Web {
  /**
   * Reads an http or https page. An address that is not public, also behind a redirect, is
   * `denied`; a page that is not there is `missing`; what is no text is `invalid`.
   */
  fetch(url: string, options: { signal: AbortSignal }): Promise<WebPage>;
}

/** Topic of a web search. */
export type WebTopic = "general" | "news" | "finance";

/** A page that was found: its words are a stranger's. */
export interface WebSearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** The day, as `YYYY-MM-DD`, where the provider knows it. */
  readonly publishedAt?: string | undefined;
}

/** Result of a web search. */
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

/**
 * Everything a tool may ask for by name in `needs`, bound to the person and chat of the call. This
 * is what extensions can count on; a part of the agent adds its own services where it declares
 * them: `declare module "@reeve/sdk" { interface Services { … } }`.
 */
export interface Services {
  readonly workspace: Workspace;
  readonly memorySearch: MemorySearch;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly documents: Documents;
  readonly web: Web;
  readonly webSearch: WebSearch;
}
