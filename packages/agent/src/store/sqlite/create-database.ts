import { existsSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** An empty database of the newest schema. It comes with a build; sources make theirs themselves. */
const TEMPLATE = fileURLToPath(new URL("./empty.db", import.meta.url));

/**
 * Creates a database as a copy of the template, where there is one: all migrations take as long as the
 * rest of a start. After a crash there is the whole file or none.
 */
export async function createDatabase(file: string, template = TEMPLATE): Promise<void> {
  if (existsSync(file) || !existsSync(template)) return;
  const draft = `${file}.new`;
  {
    await using handle = await open(draft, "w", 0o600);
    await handle.writeFile(await readFile(template));
    await handle.sync();
  }
  await rename(draft, file);
}
