import type { Source } from "../kernel/label.ts";
import type { Language } from "../kernel/languages.ts";
import { texts } from "../platform/texts.ts";

/** Names a source as a person recognizes it, such as "web page a.example/bread". */
export function nameSource(
  { kind, where }: Pick<Source, "kind" | "where">,
  language: Language,
): string {
  const { sources } = texts(language).approvals;
  if (kind === "other") return where === "" ? sources.other : where;
  return sources[kind]({ where }).trim();
}
