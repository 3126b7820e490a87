import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";

const rememberedSchema = z.object({
  provider: z.string(),
  model: z.string(),
  baseUrl: z.string().optional(),
});

/** A model that `auto` has found, without its key. */
export type RememberedModel = z.output<typeof rememberedSchema>;

/** Remembers the model that `auto` found last. */
export interface FoundModelFile {
  /** Undefined in a home that never had one. */
  read(): RememberedModel | undefined;
  write(found: RememberedModel): void;
}

export function createFoundModelFile(file: string): FoundModelFile {
  return {
    read() {
      if (!existsSync(file)) return undefined;
      return rememberedSchema.safeParse(parseJson(readFileSync(file, "utf8"))?.value).data;
    },
    write(found) {
      const fresh = `${file}.new`;
      writeFileSync(fresh, JSON.stringify(found), { mode: 0o600 });
      renameSync(fresh, file);
    },
  };
}
