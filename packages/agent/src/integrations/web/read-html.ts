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
  readonly text: string;
}

/** Some hundred times the size of the largest page. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/**
 * Finds the readable text in a thread of its own: a large page takes a second, and one
 * that is made to take forever ends with `signal`.
 */
export async function readHtml(page: HtmlPage, signal: AbortSignal): Promise<ReadableText> {
  const worker = new Worker(workerUrl(), { workerData: page, resourceLimits: LIMITS });
  try {
    const [text]: ReadableText[] = await once(worker, "message", { signal }).catch(
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
    throw new Fault("invalid", `${url} is too deep or too large to be read: ${String(cause)}.`, {
      hint: "Look for the same content on another page.",
      cause,
    });
  };
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function workerUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./read-html-thread.${extension}`, import.meta.url);
}
