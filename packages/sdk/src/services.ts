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

/** What is listed of a folder. */
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
  /** Who said it, where it is known. */
  readonly author: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Who stands behind it (`owner`, `member`, `stranger`, `web`, `tool`) and who may see it. */
  readonly integrity: string;
  readonly audience: string;
}

/** What a search came to. */
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

/** A fact in the history of another. */
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

/** A note as it is kept. */
export interface Note {
  readonly id: string;
  readonly title: string | undefined;
  readonly text: string;
  readonly tags: readonly string[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A note to be made. */
export interface NoteDraft {
  /** Derived from the call, so that a repeated call finds its own note. */
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** What changes of a note; what is left out stays. */
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

/** A moment in the life of the person who asks. */
export interface Moment {
  /** Unix milliseconds; the beginning of the day where only a day is meant. */
  readonly at: number;
  readonly isDateOnly: boolean;
  /** As clocks and calendars of their time zone show it, such as `Thu 2026-12-03 09:00`. */
  readonly text: string;
}

/** How much a task matters. */
export type TaskPriority = "low" | "normal" | "high";

/** Whether a task is still to be done. */
export type TaskStatus = "todo" | "done";

/** A to-do as it is kept. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly due?: Moment | undefined;
  /** The project or list that it belongs to. */
  readonly project?: string | undefined;
  readonly notes?: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly doneAt?: number | undefined;
}

/** `due` is ISO 8601 or words such as "tomorrow at 9", read in the time zone of the person who asks. */
export interface TaskDraft {
  /** Derived from the call, so that a repeated call finds its own task. */
  readonly id: string;
  readonly title: string;
  readonly due?: string | undefined;
  /** Default: `normal`. */
  readonly priority?: TaskPriority | undefined;
  readonly project?: string | undefined;
  readonly notes?: string | undefined;
}

/** What changes of a task; what is left out stays. */
export interface TaskPatch {
  readonly title?: string | undefined;
  readonly due?: string | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly status?: TaskStatus | undefined;
}

/** Which tasks are listed. */
export interface TaskQuery {
  /** Default: all. */
  readonly status?: TaskStatus | undefined;
  readonly project?: string | undefined;
  /** Only what is due before this moment, in words as in a draft. */
  readonly dueBefore?: string | undefined;
  readonly limit: number;
}

/** The to-do list of the person who asks. Another person's tasks do not exist here. */
export interface Tasks {
  /** Creating the same id again returns the task that is there. Words that name no moment are `invalid`. */
  create(draft: TaskDraft): Promise<Task>;
  /** Changes what is given, and may open a task again. `missing` where it does not exist. */
  update(id: string, patch: TaskPatch): Promise<Task>;
  /** Removes it for good; again under the same key is no fault. */
  remove(id: string, options: { key: string }): Promise<void>;
  /** Open tasks first, those due first of them, without a date last; done ones newest first. */
  list(query: TaskQuery): Promise<readonly Task[]>;
}

/** Whether something is still to be read. */
export type ReadingStatus = "unread" | "done";

/** Something to read later. */
export interface ReadingItem {
  readonly id: string;
  readonly url?: string | undefined;
  readonly title: string;
  /** A few sentences of its own. */
  readonly summary?: string | undefined;
  /** What the person said about it, or the text itself where there is no address. */
  readonly text?: string | undefined;
  readonly tags: readonly string[];
  readonly status: ReadingStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly doneAt?: number | undefined;
}

/** Something to be kept for later: an address, a text, or both. */
export interface ReadingDraft {
  /** Derived from the call, so that a repeated call finds its own item. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly text?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The reading list of the person who asks. Another person's items do not exist here. */
export interface ReadLater {
  /**
   * Saves an address with the title and summary of its page, or a text. Saving the same id again
   * returns the item that is there. A page that cannot be read is saved by its address alone.
   */
  save(draft: ReadingDraft, options: { signal: AbortSignal }): Promise<ReadingItem>;
  /** Marks it as read. `missing` where it does not exist. */
  finish(id: string): Promise<ReadingItem>;
  /** Newest first. */
  list(query: {
    status?: ReadingStatus | undefined;
    tag?: string | undefined;
    limit: number;
  }): Promise<readonly ReadingItem[]>;
}

/** What a reminder waits for in place of a moment. */
export interface ReminderCondition {
  /** Whose message it is, by name or username; anybody's without it. */
  readonly person?: string | undefined;
  /** Words that the message holds. */
  readonly about: string;
}

/** A reminder that is still to come, at a moment or once something happens. */
export interface Reminder {
  readonly id: string;
  readonly text: string;
  /** When it comes next. */
  readonly next?: Moment | undefined;
  /** The RRULE by which it repeats. */
  readonly recurrence?: string | undefined;
  readonly when?: ReminderCondition | undefined;
}

/** A moment, a recurrence or a condition has to be given. Moments and recurrences are words or ISO 8601 and RRULE. */
export interface ReminderDraft {
  /** Derived from the call, so that a repeated call finds its own reminder. */
  readonly id: string;
  readonly text: string;
  readonly at?: string | undefined;
  readonly recurrence?: string | undefined;
  readonly when?: ReminderCondition | undefined;
}

/** Reminders of the person who asks, said in the chat in which they were made. */
export interface Reminders {
  /** Creating the same id again returns the reminder that is there. Words that name no moment, or one that is over, are `invalid`. */
  create(draft: ReminderDraft): Promise<Reminder>;
  /** Pending ones, the next one first. */
  list(options: { limit: number }): Promise<readonly Reminder[]>;
  /** With all its recurrences. `missing` where it does not exist; cancelling again is no fault. */
  cancel(id: string): Promise<Reminder>;
  /** Moves the next time, of a repeating one only that; one that rang already rings again. */
  snooze(id: string, options: { until: string; key: string }): Promise<Reminder>;
}

/** Where a job stands; only an `active` one runs again. */
export type ScheduleStatus = "active" | "done" | "failed" | "cancelled";

/** Something that the agent does by itself later. */
export interface ScheduledJob {
  readonly id: string;
  readonly kind: "reminder" | "agent" | "tool" | "watch";
  readonly text: string;
  /** In words, such as `every 30 minutes`. */
  readonly when: string;
  readonly next?: Moment | undefined;
  readonly status: ScheduleStatus;
  /** Ids of the jobs that it waits for. */
  readonly dependsOn: readonly string[];
  readonly lastRun?:
    | { readonly at: Moment; readonly state: string; readonly result?: string | undefined }
    | undefined;
}

/** One of `at`, `every` and `cron`, or jobs that it depends on, has to be given. */
export interface ScheduleDraft {
  /** Derived from the call, so that a repeated call finds its own job. */
  readonly id: string;
  /** What to remind of, or the instructions. */
  readonly text: string;
  /** Said as it is, without thinking. Default: the agent follows the instructions. */
  readonly isReminder?: boolean | undefined;
  /** The only call that it makes, without thinking. */
  readonly tool?:
    | { readonly name: string; readonly params: Readonly<Record<string, unknown>> }
    | undefined;
  /** ISO 8601, or words such as "tomorrow at 9". */
  readonly at?: string | undefined;
  /** A distance such as "30 minutes", a minute at least. */
  readonly every?: string | undefined;
  /** Five fields. */
  readonly cron?: string | undefined;
  /** IANA zone or city. Default: of the person who asks. */
  readonly timeZone?: string | undefined;
  readonly dependsOn?: readonly string[] | undefined;
  /** Default: `run-once`. */
  readonly onMissed?: "skip" | "run-once" | "run-all" | undefined;
  /** When a job that it depends on failed. Default: `skip`. */
  readonly onFailure?: "skip" | "continue" | undefined;
  readonly why?: string | undefined;
}

/** Jobs of the person who asks, in a group those of the group. They run as their maker, in the chat in which they were made. */
export interface Schedules {
  /** Creating the same id again returns the job that is there. What cannot be understood, or is over, is `invalid`. */
  create(draft: ScheduleDraft): Promise<ScheduledJob>;
  /** The next one first. `failed`: its last run came to nothing. */
  list(query: { status: ScheduleStatus | "all"; limit: number }): Promise<readonly ScheduledJob[]>;
  /** `missing` where it does not exist; cancelling again is no fault. */
  cancel(id: string): Promise<ScheduledJob>;
}

/** The overview of a day. */
export interface DayBriefing {
  /** `YYYY-MM-DD` in the time zone of the person who asks. */
  readonly date: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** All of it as people read it. */
  readonly text: string;
}

/** What a day holds for the person who asks: tasks due, reminders, schedules, something to read. */
export interface Briefing {
  /** Of the day that the words name, today without them. */
  get(options: { date?: string | undefined }): Promise<DayBriefing>;
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
  /** `missing` where it does not exist or is not for this place. */
  read(id: string, range: { offset: number; limit: number }): Promise<ArtifactSlice>;
  /** Lines that match a regular expression, with their 1-based numbers. */
  search(
    id: string,
    options: { pattern: string; limit: number },
  ): Promise<readonly { readonly line: number; readonly text: string }[]>;
}

/** What time it is, for a tool. */
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

/** What a command came to. */
export interface CommandResult {
  /** Undefined where it was killed. */
  readonly exitCode: number | undefined;
  /** Of long output the beginning and the end, with a line that counts what is missing. */
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was killed, as a sentence; absent where it ended by itself. */
  readonly killed?: string | undefined;
}

/** An entry of a folder as commands see it. */
export interface ShellEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
  /** Permissions in octal, such as `0644`. */
  readonly mode: string;
}

/**
 * Commands for the owner, in a sandbox where the workspace is `/workspace`, or on the machine
 * itself where the owner switched the sandbox off. Each call is put on record before it
 * runs. Paths are absolute, as commands see them. `unavailable` where there is no sandbox.
 */
export interface Shell {
  /** Runs a script in bash, without input. */
  run(script: string, options: { signal: AbortSignal }): Promise<CommandResult>;
  /** The beginning of a file as text, and how many more characters it has. */
  readFile(
    path: string,
    options: { maxChars: number; signal: AbortSignal },
  ): Promise<{ readonly text: string; readonly leftOut: number }>;
  /** Replaces a file, or creates it; its folder has to be there. */
  writeFile(path: string, content: string, options: { signal: AbortSignal }): Promise<void>;
  /** Sorted by name. */
  listDirectory(path: string, options: { signal: AbortSignal }): Promise<readonly ShellEntry[]>;
}

/** What installs packages. */
export type PackageManager = "apt" | "pip" | "npm" | "docker";

/** Installs packages on the machine itself; absent where the owner does not allow it. */
export interface Installer {
  /** Names alone: what could be an option, a file or an address is `invalid`. */
  install(
    manager: PackageManager,
    packages: readonly string[],
    options: { signal: AbortSignal },
  ): Promise<CommandResult>;
}

/** What is done to a service; `status` changes nothing. */
export type ServiceAction = "start" | "stop" | "restart" | "status" | "enable" | "disable";

/** Systemd services of the machine itself; absent where the owner does not allow it. */
export interface SystemServices {
  control(
    action: ServiceAction,
    name: string,
    options: { signal: AbortSignal },
  ): Promise<CommandResult>;
}

/** How the machine is doing. */
export interface MachineStatus {
  readonly system: string;
  readonly cpus: number;
  /** The load over 1, 5 and 15 minutes. */
  readonly load: readonly number[];
  readonly uptimeSeconds: number;
  readonly memory: { readonly totalBytes: number; readonly availableBytes: number };
  /** Of the disks that hold the system and the workspace. */
  readonly disks: readonly {
    readonly path: string;
    readonly totalBytes: number;
    readonly freeBytes: number;
  }[];
}

/** The machine that the agent runs on. */
export interface Machine {
  status(): Promise<MachineStatus>;
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

/** What a document says. In its text, a mark stands for each page in `scans`. */
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

/** A model that sees. */
export interface Vision {
  /**
   * Answers a question about a picture, or describes it. `unavailable` where no model sees, or
   * none answers now; `invalid` where the picture is one that models do not take.
   */
  look(
    picture: Picture,
    options: { question?: string | undefined; signal: AbortSignal },
  ): Promise<{ readonly text: string }>;
}

/** Files that came with messages of the chat that a call runs in; no others. */
export interface Attachments {
  /** Undefined where this chat has no such file. */
  byId(id: string): Promise<DocumentFile | undefined>;
  /**
   * The files of a message, by the platform's number of it, in their order. `chatId` names another chat
   * in the platform's words: its files are `denied` unless they may be seen here.
   */
  ofMessage(
    messageId: string,
    options?: { chatId?: string | undefined },
  ): Promise<readonly DocumentFile[]>;
}

/** Says something aloud in the chat that a call runs in, and nowhere else. */
export interface Speaking {
  /**
   * Says a text as a voice note; where the chat plays none, it is written. Saying something
   * under the same `key` again says nothing more.
   */
  say(
    text: string,
    options: { key: string; voice?: string | undefined },
  ): Promise<{ readonly as: "voice" | "text" }>;
}

/** A page of the public web as text. */
export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly title: string | undefined;
  /** What the page says of itself to those who link to it. */
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

/** What a search is about. */
export type WebTopic = "general" | "news" | "finance";

/** A page that was found: its words are a stranger's. */
export interface WebSearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** The day, as `YYYY-MM-DD`, where the provider knows it. */
  readonly publishedAt?: string | undefined;
}

/** What a search came to. */
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

/** What kind of operation it was. */
export type JournalType = "trade" | "gift" | "middleman" | "kol";

/** What became of it so far. */
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

/** An operation as it is kept. */
export interface JournalEntry extends Omit<JournalDraft, "key"> {
  /** The number by which people name it. */
  readonly id: number;
  readonly pnlTon?: string | undefined;
  readonly pnlPct?: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Which entries are told. */
export interface JournalQuery {
  readonly type?: JournalType | undefined;
  /** Entries that gave or got it: these words in this order, whatever their case. */
  readonly asset?: string | undefined;
  readonly outcome?: JournalOutcome | undefined;
  /** Only entries of the last so many days. */
  readonly days?: number | undefined;
  readonly limit: number;
}

/** What a query came to. */
export interface JournalReport {
  /** Newest first, up to the limit. */
  readonly entries: readonly JournalEntry[];
  /** Over all entries that match, also those beyond the limit. */
  readonly summary: JournalSummary;
}

/** Entries summed up. */
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

/** Steps that a person allowed together. */
export interface PlanDraft {
  /** Starting a plan of the same id again finds the one that is there. */
  readonly id: string;
  /** What is reached when all steps are done. */
  readonly goal: string;
  /** In their order. `toolHint` names the tool that the person was shown for a step. */
  readonly steps: readonly {
    readonly description: string;
    readonly toolHint?: string | undefined;
  }[];
}

/** Carries out steps one after the other, in the chat in which they were allowed. */
export interface Plans {
  /** Stores the plan and begins its first step once the present turn is over. */
  start(draft: PlanDraft): Promise<{ readonly plan: string; readonly steps: number }>;
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
  tasks: Tasks;
  readLater: ReadLater;
  reminders: Reminders;
  briefing: Briefing;
  schedules: Schedules;
  artifacts: Artifacts;
  clock: Clock;
  processes: Processes;
  shell: Shell;
  installer: Installer;
  systemServices: SystemServices;
  machine: Machine;
  documents: Documents;
  vision: Vision;
  attachments: Attachments;
  speaking: Speaking;
  web: Web;
  webSearch: WebSearch;
  journal: Journal;
  facts: Facts;
  forgetting: Forgetting;
  plans: Plans;
  tools: ToolFinder;
}
