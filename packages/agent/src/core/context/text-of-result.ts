import type { ToolResult } from "../../kernel/transcript.ts";

/** What a result says that its tool did not make up; empty where there is nothing of the kind. */
export function textOfResult(result: ToolResult): string {
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
