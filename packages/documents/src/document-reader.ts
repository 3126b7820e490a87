import { once } from "node:events";
import { setInterval as every, setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { ThreadAnswer } from "./document-thread.ts";
import { DocumentError } from "./error.ts";
import type { ReadRequest } from "./read-document.ts";
import { damaged, refusal, tooMuch } from "./reading.ts";
import { createSemaphore } from "./semaphore.ts";
import type { DocumentFile, DocumentText } from "./types.ts";

export { DocumentError, type UnreadableReason } from "./error.ts";
export type { DocumentFile, DocumentText, PageScan, Picture } from "./types.ts";

export interface DocumentLimits {
  /** The largest document that is read. Default: 20 MB. */
  readonly maxBytes?: number;
  /** A PDF with more pages is refused. Default: 5,000. */
  readonly maxPages?: number;
  /** Maximum time in seconds for reading one document. Default: 30. */
  readonly maxSeconds?: number;
  /** Resolves after `ms` milliseconds; rejects when `signal` aborts. Default: the system's timer. */
  readonly timer?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Default: 50,000. */
  readonly maxChars?: number | undefined;
}

export interface DocumentReader {
  /** Reads at most `maxChars` characters of a document. Throws a `DocumentError`. */
  read(file: DocumentFile, options?: ReadOptions): Promise<DocumentText>;
}

/** Limits of JavaScript's own heap. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Maximum size in bytes of buffers beside it, which the engine does not limit. */
const MAX_BUFFER_BYTES = 384 * 1024 * 1024;
const LOOK_MS = 50;
/** Maximum number of documents to read at once; others wait. */
const SLOTS = 2;

const MEGABYTE = 1024 * 1024;

/**
 * Creates a reader that reads each document in its own thread, which is ended when it exceeds its time or
 * memory: a malicious file harms that thread alone.
 */
export function createDocumentReader({
  maxBytes = 20 * MEGABYTE,
  maxPages = 5_000,
  maxSeconds = 30,
  timer = (ms, signal) => sleep(ms, undefined, { signal }),
}: DocumentLimits = {}): DocumentReader {
  const semaphore = createSemaphore(SLOTS);
  return {
    async read(file, { signal = new AbortController().signal, maxChars = 50_000 } = {}) {
      const name = describeName(file.name);
      const { length } = file.data;
      if (length > maxBytes)
        throw refusal(
          { name },
          `has ${inMegabytes(length)}, and at most ${inMegabytes(maxBytes)} are read`,
          { why: "huge", hint: "Ask for the relevant part as a separate file." },
        );
      if (length === 0) throw refusal({ name }, "is empty", { why: "empty" });
      const request = { ...file, name, maxChars, maxPages };
      return semaphore.run(
        () => readInThread(request, { signal, maxMs: 1000 * maxSeconds, timer }),
        signal,
      );
    },
  };
}

interface ThreadLimits {
  readonly signal: AbortSignal;
  readonly maxMs: number;
  readonly timer: NonNullable<DocumentLimits["timer"]>;
}

async function readInThread(
  request: ReadRequest,
  { signal, maxMs, timer }: ThreadLimits,
): Promise<DocumentText> {
  const worker = new Worker(workerUrl(), {
    workerData: request,
    resourceLimits: HEAP_LIMITS,
    name: "document",
    stdout: true,
    stderr: true,
  });
  const ended = new AbortController();
  try {
    const end: ThreadAnswer | Silence = await Promise.race([
      answerOf(worker),
      timer(maxMs, ended.signal).then(() => "slow" as const),
      watchBuffers(worker, ended.signal),
      abortOf(signal, ended.signal),
    ]);
    return settle(end, request, maxMs);
  } finally {
    ended.abort();
    await worker.terminate();
  }
}

/** Why a thread was ended that did not answer. */
type Silence = "slow" | "large" | "broken" | "cancelled";

async function answerOf(worker: Worker): Promise<ThreadAnswer | Silence> {
  const ended = once(worker, "exit").then(
    (): Silence => "broken",
    (error: unknown): Silence => (isOutOfMemory(error) ? "large" : "broken"),
  );
  const answer = new Promise<ThreadAnswer>((resolve) => worker.once("message", resolve));
  return Promise.race([answer, ended]);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Resolves when the thread holds more than it may; the question is answered in the midst of its work. */
async function watchBuffers(worker: Worker, signal: AbortSignal): Promise<Silence> {
  for await (const _ of every(LOOK_MS, undefined, { signal })) {
    const statistics = await worker.getHeapStatistics().catch(() => undefined);
    if (statistics && statistics.external_memory > MAX_BUFFER_BYTES) return "large";
  }
  return "broken";
}

async function abortOf(signal: AbortSignal, ended: AbortSignal): Promise<Silence> {
  if (!signal.aborted) await once(signal, "abort", { signal: ended });
  return "cancelled";
}

function settle(end: ThreadAnswer | Silence, { name }: ReadRequest, maxMs: number): DocumentText {
  if (end === "slow")
    throw refusal({ name }, `could not be read completely in ${maxMs / 1000} seconds`, {
      why: "slow",
      hint: "Ask for the relevant part as a separate file.",
    });
  if (end === "large") throw tooMuch({ name });
  if (end === "cancelled") throw new DocumentError("aborted", `Reading "${name}" was cancelled.`);
  if (end === "broken") throw damaged({ name });
  if (end.type === "broken") throw damaged({ name }, new Error(end.reason));
  if (end.type === "read") return end.document;
  const { reason, message, hint } = end;
  throw new DocumentError("invalid", message, { reason, hint });
}

/** On one line, and not longer than people name files. */
function describeName(name: string): string {
  const line = name.replaceAll(/[\p{C}\s"]+/gu, " ").trim();
  return line === "" ? "file" : line.slice(0, MAX_NAME).toWellFormed();
}

const MAX_NAME = 200;

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function workerUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./document-thread.${extension}`, import.meta.url);
}
