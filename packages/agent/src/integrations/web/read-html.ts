import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Fault } from "@reeve/sdk";

/** An unprocessed page. */
export interface HtmlPage {
  readonly html: string;
  /** URL of the page, to resolve its links. */
  readonly url: string;
}

/** Text of a page as a person would read it. */
export interface ReadableText {
  readonly title: string | undefined;
  /** Description that the page gives for links to it. */
  readonly description?: string | undefined;
  readonly text: string;
}

/** Memory limit: about a hundred times the maximum page size. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** Timeout in milliseconds; the largest page takes some seconds. */
const TIMEOUT_MS = 10_000;

/**
 * Finds the readable text in a separate thread, so that a large page blocks nothing else. Rejects
 * with `invalid` if that takes longer than `timeoutMs`.
 */
export async function readHtml(
  page: HtmlPage,
  { signal, timeoutMs = TIMEOUT_MS }: { signal: AbortSignal; timeoutMs?: number },
): Promise<ReadableText> {
  const worker = new Worker(workerUrl(), { workerData: page, resourceLimits: LIMITS });
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const [text]: ReadableText[] = await once(worker, "message", { signal: limited }).catch(
      explainEnd(page, signal),
    );
    return text ?? { title: undefined, text: "" };
  } finally {
    await worker.terminate();
  }
}

function explainEnd({ url }: HtmlPage, signal: AbortSignal): (cause: unknown) => never {
  return (cause) => {
    if (signal.aborted) throw new Fault("aborted", `Reading ${url} was cancelled.`, { cause });
    throw new Fault("invalid", `${url} is too large to read.`, {
      hint: "Find the same content on another page.",
      cause,
    });
  };
}

/**
 * Returns the URL of the worker beside this file: TypeScript in development, JavaScript in a
 * package.
 */
function workerUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./read-html-thread.${extension}`, import.meta.url);
}
