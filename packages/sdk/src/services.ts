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

/** Options for listing a folder. */
export interface ListOptions {
  readonly recursive: boolean;
  readonly filter: "all" | "files" | "directories";
}

/** A file or folder; its path begins at the root of the workspace. */
export interface WorkspaceEntry {
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
}

/** How full the workspace is. Writing beyond the quota is `exhausted`. */
export interface WorkspaceInfo {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  readonly quotaBytes: number;
  /** Bytes per top-level entry. */
  readonly entries: readonly { readonly path: string; readonly bytes: number }[];
}

/**
 * `memory`: the owner's files. `learned`: what the agent wrote there. `session`: what
 * conversations came to, and notes on them. `note`: notes, to-dos and what was saved to read.
 * `chat`: messages.
 */
export type MemorySource = "memory" | "learned" | "session" | "fact" | "note" | "chat";

/** A passage that was found, as long as it stands in its source. */
export interface MemoryHit {
  readonly source: MemorySource;
  /** Where it stands: `path#n` in a file, else its id. */
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
  /** How many of the newest texts only words find yet, not their meaning; undefined where nothing is found by meaning. */
  readonly waiting: number | undefined;
}

/** Searches by words and meaning what the asker may see. The query is any text. */
export interface MemorySearch {
  /** In files, what was learned, facts, notes and past conversations. */
  find(query: string, options: { limit: number; signal: AbortSignal }): Promise<MemoryFindings>;
  /** In the messages of this chat, those of its earlier sessions too. */
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

/** How a process ended; without a code it was killed. */
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
  /** Such as `application/pdf`. What the bytes say counts more. */
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
  /** Stands in the document's text where the words of this page belong. */
  readonly mark: string;
}

/** Content of a document. In its text, a mark replaces each page in `scans`. */
export interface DocumentText {
  readonly kind: "pdf" | "text" | "office";
  readonly text: string;
  /** There is more than `text` holds. */
  readonly isCut: boolean;
  /** How many pages a PDF has. */
  readonly pages?: number | undefined;
  /** Pages whose words only a model that sees can tell; the first few of them. */
  readonly scans?: readonly PageScan[] | undefined;
}

/** Text of documents, whatever they are: PDF, office files, e-books, text in any encoding. */
export interface Documents {
  /**
   * At most `maxChars` (default 50,000) characters of a document. A type that nobody reads, a file
   * that is too large, damaged, locked or made to do harm is `invalid`, in a sentence for people.
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

/** Pages of the public web. What they say is not to be trusted. */
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
