import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Fault } from "@reeve/sdk";

/** A page as it came. */
export interface HtmlPage {
  readonly html: string;
  /** Its address, for its links. */
  readonly url: string;
}

/** What a person would read of it. */
export interface ReadableText {
  readonly title: string | undefined;
  /** What the page says of itself to those who link to it. */
  readonly description?: string | undefined;
  readonly text: string;
}

/** Some hundred times the size of the largest page. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** The largest page takes some seconds. */
const TIMEOUT_MS = 10_000;

/**
 * Finds the readable text in a thread of its own, so that a large page holds nobody up.
 * One that is made to take forever is `invalid` after `timeoutMs`.
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

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function workerUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./read-html-thread.${extension}`, import.meta.url);
}
