import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";

/** Builds the dashboard into a folder. */
export async function buildDashboard(root: string, folder: string): Promise<void> {
  const before = process.env["NODE_ENV"];
  // React's development build would be chosen in tests.
  process.env["NODE_ENV"] = "production";
  await build({
    configFile: path.join(root, "packages", "dashboard", "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true },
  }).finally(() => {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  });
}

/**
 * Returns the bytes, compressed with gzip, that a browser downloads before a page can be used: the entry, what
 * it imports, its styles, the English texts, and the page's own files. By page.
 */
export async function measureFirstLoad(folder: string): Promise<ReadonlyMap<string, number>> {
  const manifest = await readManifest(folder);
  const load = async (entries: readonly string[]): Promise<number> => {
    const keys = new Set<string>();
    const visit = (key: string) => {
      if (keys.has(key)) return;
      keys.add(key);
      for (const next of manifest.get(key)?.imports ?? []) visit(next);
    };
    for (const entry of entries) visit(entry);
    const files = new Set(
      [...keys].flatMap((key) => {
        const { file, css = [] } = manifest.get(key) ?? {};
        return file === undefined ? css : [file, ...css];
      }),
    );
    const sizes = ["index.html", "first.js", ...files].map(
      async (file) => gzipSync(await readFile(path.join(folder, file))).length,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const shared = ["index.html", ...[...manifest.keys()].filter((key) => key.endsWith("texts/en"))];
  const pages = [...manifest.keys()].filter((key) => /^src\/pages\/(\w+)\/\1\.tsx$/.test(key));
  const sizes = pages.map(async (page): Promise<[string, number]> => [
    path.basename(page, ".tsx"),
    await load([...shared, page]),
  ]);
  return new Map(await Promise.all(sizes));
}

interface Chunk {
  readonly file?: string | undefined;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

async function readManifest(folder: string): Promise<ReadonlyMap<string, Chunk>> {
  const parsed: unknown = JSON.parse(
    await readFile(path.join(folder, ".vite/manifest.json"), "utf8"),
  );
  if (!isRecord(parsed)) throw new Error("The build has no manifest.");
  return new Map(
    Object.entries(parsed).map(([key, chunk]) => {
      const { file, imports, css } = isRecord(chunk) ? chunk : {};
      return [
        key,
        {
          file: typeof file === "string" ? file : undefined,
          imports: namesIn(imports),
          css: namesIn(css),
        },
      ];
    }),
  );
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
