import { z } from "zod";
import type { Clock } from "../kernel/clock.ts";
import { redact } from "./redact.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

type LogLevel = (typeof LEVELS)[number];

/** The `log` section of the config. */
export const logConfig = z.object({
  level: z
    .enum(LEVELS)
    .default("info")
    .describe(
      "The minimum level of entries in logs/reeve.log. Message text is logged only at the level debug.",
    ),
});

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Log of constant sentences with values as fields. Fields with sensitive names are masked, and `Secret`
 * values always.
 */
export interface Log {
  debug(sentence: string, fields?: LogFields): void;
  info(sentence: string, fields?: LogFields): void;
  warn(sentence: string, fields?: LogFields): void;
  /** Logs a bug once, with the error as `error`. */
  error(sentence: string, fields?: LogFields): void;
  /** A log whose entries all carry `fields`. */
  child(fields: LogFields): Log;
}

/** An entry as it stands in the file. */
export interface LogLine {
  /** Unix milliseconds. */
  readonly at: number;
  readonly level: LogLevel;
  readonly sentence: string;
  /** Redacted. */
  readonly fields: LogFields;
}

/** Calls back with each entry from now on. */
export interface FollowLog {
  (listener: (line: LogLine) => void): Disposable;
}

/** A log that is written to a file. */
export interface FileLog extends Log, Disposable {
  readonly follow: FollowLog;
}

/** Log that drops everything: for work that a person watches directly. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};

export interface LogOptions {
  readonly file: string;
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Called if an entry could not be written; logging itself never fails. */
  readonly onLost: (error: Error) => void;
  /** Terminal that gets one line for each entry of at least this level. */
  readonly terminal?: LogTerminal | undefined;
  /** Limits for rotating the file. Default: 10 MB, five files. */
  readonly rotation?: { readonly maxBytes: number; readonly files: number };
}

interface LogTerminal {
  readonly stream: { write(text: string): unknown };
  readonly level: LogLevel;
}

interface Sink {
  (level: LogLevel, sentence: string, fields: LogFields): void;
}

const ROTATION = { maxBytes: 10_000_000, files: 5 };

/** Opens the log file, one JSON object a line. Entries are on disk when the call returns. */
export async function openLog({
  file,
  level,
  clock,
  onLost,
  terminal,
  rotation = ROTATION,
}: LogOptions): Promise<FileLog> {
  // Pino takes a tenth of a second to load; only a process that logs pays for it.
  const [{ pino }, { openRotatingFile }] = await Promise.all([
    import("pino"),
    import("./rotating-file.ts"),
  ]);
  const lines = openRotatingFile(file, { ...rotation, onLost });
  const writer = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":${clock.now()}`,
      formatters: { level: (label) => ({ level: label }) },
    },
    lines,
  );

  const listeners = new Set<(line: LogLine) => void>();
  const write: Sink = (entryLevel, sentence, fields) => {
    const isForFile = reaches(entryLevel, level);
    const isForTerminal = terminal && reaches(entryLevel, terminal.level);
    if (!isForFile && !isForTerminal) return;
    const safe = redact(fields);
    if (isForFile) {
      writer[entryLevel](safe, sentence);
      for (const listen of listeners)
        listen({ at: clock.now(), level: entryLevel, sentence, fields: safe });
    }
    if (isForTerminal) terminal.stream.write(toLine(entryLevel, sentence, safe));
  };
  return Object.assign(createLog(write, {}), {
    follow: (listener: (line: LogLine) => void) => {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    [Symbol.dispose]: () => lines[Symbol.dispose](),
  });
}

function createLog(write: Sink, bound: LogFields): Log {
  const at = (level: LogLevel) => (sentence: string, fields?: LogFields) =>
    write(level, sentence, { ...bound, ...fields });
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => createLog(write, { ...bound, ...fields }),
  };
}

function reaches(level: LogLevel, least: LogLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

function toLine(level: LogLevel, sentence: string, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${[level.padEnd(5), sentence, ...pairs].join(" ")}\n`;
}
