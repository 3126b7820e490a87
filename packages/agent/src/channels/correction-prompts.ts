import type { Texts } from "../platform/texts.ts";
import { REVISION_MS } from "./pending-corrections.ts";

/** What somebody is asked who wants to change a question. */
export function askChange(
  kind: "direct" | "group",
  { askChange: ask }: Texts["approvals"],
): string {
  return kind === "group" ? ask.group : ask.direct({ minutes: REVISION_MS / 60_000 });
}

/** What somebody is told whose message was to be a correction, and is none. */
export function formatUnwritten({ unwritten, buttons }: Texts["approvals"]): string {
  return unwritten({ edit: buttons.edit });
}
