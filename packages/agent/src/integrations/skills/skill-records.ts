import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";

const records = z.object({
  installed: z
    .record(
      z.string(),
      z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/), source: z.string() }),
    )
    .default({}),
  disabled: z.array(z.string()).default([]),
});

/** Which skills are installed, by name, and which are disabled. */
export type SkillRecords = z.output<typeof records>;

export type InstalledSkill = SkillRecords["installed"][string];

/** Reads what is stored about skills; nothing at first. Throws for a text that Reeve did not write. */
export function parseRecords(text: string | undefined): SkillRecords {
  return records.parse(text === undefined ? {} : parseJson(text)?.value);
}
