import { type Documents, Fault } from "@reeve/sdk";
import { createDocumentReader, DocumentError, type UnreadableReason } from "documents-to-text";
import { type Unreadable, unreadable } from "../../kernel/unreadable.ts";
import { DEFAULT_MAX_CHARS, type DocumentsConfig } from "../documents.ts";

/** Creates the documents service: `documents-to-text`, with faults in place of its errors. */
export function createDocuments(config: DocumentsConfig): Documents {
  const reader = createDocumentReader(config);
  return {
    async read(file, { signal, maxChars = DEFAULT_MAX_CHARS }) {
      try {
        return await reader.read(file, { signal, maxChars });
      } catch (error) {
        throw error instanceof DocumentError ? toFault(error) : error;
      }
    },
  };
}

function toFault(error: DocumentError): Fault {
  const { code, message, reason = "foreign" } = error;
  if (code === "aborted") return new Fault("aborted", message, { cause: error });
  const hint = reason === "picture" ? "Use vision_analyze to read images." : error.hint;
  return unreadable(toUnreadable(reason), message, { hint, cause: error });
}

function toUnreadable(reason: UnreadableReason): Unreadable {
  return reason === "picture" ? "foreign" : reason;
}
