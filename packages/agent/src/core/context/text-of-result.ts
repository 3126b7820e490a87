import type { CallResult } from "../../kernel/unit.ts";

/** What a result says that its tool did not make up; empty where there is nothing of the kind. */
export function textOfResult(result: CallResult): string {
  switch (result.type) {
    case "value":
    case "fault":
      return result.text;
    case "pending":
    case "unknown":
    case "aborted":
      return "";
  }
}
