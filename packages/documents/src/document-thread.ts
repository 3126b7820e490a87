import { parentPort, workerData } from "node:worker_threads";
import type { DocumentText } from "@reeve/sdk";
import { isFault } from "@reeve/sdk";
import { type Unreadable, whyUnreadable } from "../../kernel/unreadable.ts";
import { type ReadRequest, readDocument } from "./read-document.ts";

/** What the thread says at its end: threads hand on no faults. */
export type ThreadAnswer =
  | { readonly type: "read"; readonly document: DocumentText }
  | {
      readonly type: "refused";
      readonly why: Unreadable;
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
  if (isFault(error)) {
    const { message, hint } = error;
    return { type: "refused", why: whyUnreadable(error) ?? "foreign", message, hint };
  }
  return { type: "broken", reason: error instanceof Error ? error.message : String(error) };
}
