import type { Texts } from "../../platform/texts.ts";
import { REVISION_MS } from "./pending-corrections.ts";

/** Returns the request for a correction, for a person who wants to change an approval. */
export function askChange(
  kind: "direct" | "group",
  { askChange: ask }: Texts["approvals"],
): string {
  return kind === "group" ? ask.group : ask.direct({ minutes: REVISION_MS / 60_000 });
}
