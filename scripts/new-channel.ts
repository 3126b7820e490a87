import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * `npm run new:channel <name> [title]`: writes a channel that passes the channel suite with a fake of its
 * platform. Replace `client.ts` and `testing/fake-platform.ts` by the real platform.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [name = "", title = name] = positionals;
if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name)) {
  process.stderr.write(
    "Usage: npm run new:channel <name> [title], such as: new:channel my-chat MyChat\n",
  );
  process.exit(1);
}
const section = name.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
const values = {
  name,
  Title: title,
  section,
  Type: section.slice(0, 1).toUpperCase() + section.slice(1),
};

const templates = path.join(import.meta.dirname, "new-channel");
const folder = path.resolve(import.meta.dirname, "../packages/agent/src/channels", name);
const entries = await readdir(templates, { recursive: true });
for (const file of entries.filter((one) => one.endsWith(".txt"))) {
  const text = await readFile(path.join(templates, file), "utf8");
  const target = path.join(folder, file.slice(0, -".txt".length));
  await mkdir(path.dirname(target), { recursive: true });
  const filled = Object.entries(values).reduce(
    (before, [key, value]) => before.replaceAll(`{{${key}}}`, value),
    text,
  );
  // An existing channel is not overwritten.
  await writeFile(target, filled, { flag: "wx" });
}
process.stdout.write(
  `${path.relative(process.cwd(), folder)} is written. Next: npm run gen && npx oxfmt ${path.relative(process.cwd(), folder)}\n`,
);
