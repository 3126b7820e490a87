import { parentPort, workerData } from "node:worker_threads";
import { DocumentError, type UnreadableReason } from "./error.ts";
import { type ReadRequest, readDocument } from "./read-document.ts";
import type { DocumentText } from "./types.ts";

/** The only message of the thread; errors do not survive the way between threads. */
export type ThreadAnswer =
  | { readonly type: "read"; readonly document: DocumentText }
  | {
      readonly type: "refused";
      readonly reason: UnreadableReason;
      readonly message: string;
      readonly hint: string | undefined;
    }
  /** A reader stumbled over it. */
  | { readonly type: "broken"; readonly reason: string };

const request: ReadRequest = workerData;
parentPort?.postMessage(await readDocument(request).then(toAnswer, toRefusal));

function toAnswer(document: DocumentText): ThreadAnswer {
  return { type: "read", document };
}

function toRefusal(error: unknown): ThreadAnswer {
  if (error instanceof DocumentError) {
    const { message, hint, reason = "foreign" } = error;
    return { type: "refused", reason, message, hint };
  }
  return { type: "broken", reason: error instanceof Error ? error.message : String(error) };
}
