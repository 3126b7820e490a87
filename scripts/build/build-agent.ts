import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { collectLicenses } from "./collect-licenses.ts";
import { importBuiltins } from "./import-builtins.ts";
import { keepAddresses } from "./keep-addresses.ts";

/** Programs in `packages`: the agent, and the processes and threads that it starts. */
const ENTRIES = [
  "agent/src/main.ts",
  "agent/src/integrations/plugins/plugin-process.ts",
  "agent/src/integrations/plugins/test-kit-process.ts",
  "agent/src/integrations/web/read-html-thread.ts",
  "agent/src/llm/embeddings/embedding-process.ts",
  "agent/src/store/sqlite/reader-thread.ts",
  "agent/src/store/sqlite/search/search-thread.ts",
  "documents/src/document-thread.ts",
];

/** Native code, and what packages try to load but work without. */
const EXTERNAL = [
  "onnxruntime-node",
  "bufferutil",
  "canvas",
  "pg-cloudflare",
  "pg-native",
  "utf-8-validate",
];

/** Folders that the agent reads when it runs. */
const DATA = ["locales", "models", "skills", "packages/time/languages"];

/**
 * Builds the agent and its dependencies into packages/agent/dist: a chunk for each command, channel
 * and thread, and for what several of them share. Data is linked, not copied. The dashboard is built beside it.
 */
export async function buildAgent(
  root: string,
): Promise<{ readonly folder: string; readonly files: number; readonly bytes: number }> {
  const startedAt = new Date();
  const packages = path.join(root, "packages");
  const target = path.join(packages, "agent", "dist");
  await rm(target, { recursive: true, force: true });

  const addressOf = (source: string) => toAddress(path.relative(packages, source));
  const licenses = collectLicenses();
  await using bundle = await rolldown({
    input: Object.fromEntries(
      ENTRIES.map((entry) => [
        toAddress(entry)?.replace(/\.js$/, "") ?? entry,
        path.join(packages, entry),
      ]),
    ),
    platform: "node",
    external: EXTERNAL,
    // The URLs of Node are those of the standard, and its other module warns that it is old.
    resolve: { alias: { "whatwg-url": "node:url" } },
    plugins: [keepAddresses(addressOf), importBuiltins, licenses.plugin],
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A file with one other character takes twice the memory.
    charset: "ascii",
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await writeFile(path.join(target, "LICENSES.txt"), await licenses.text());

  await createTemplate(path.join(target, "store/sqlite/empty.db"));
  for (const folder of DATA) {
    const link = path.join(target, folder);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.relative(path.dirname(link), path.join(root, folder)), link, "junction");
  }
  await buildDashboard(root, path.join(target, "dashboard"));
  // As old as the sources that were read: what changes during a build is newer.
  await utimes(path.join(target, "main.js"), startedAt, startedAt);
  const sizes = output.map((file) => (file.type === "chunk" ? file.code.length : 0));
  return {
    folder: target,
    files: output.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Saves an empty database of the newest schema, which a new home begins with. */
async function createTemplate(file: string): Promise<void> {
  const store = await openSqlite(file, { synchronous: "normal" });
  await store[Symbol.asyncDispose]();
}

/** The place in the build of a source in `packages`: the agent's sources are its root. */
function toAddress(source: string): string | undefined {
  if (source.startsWith("..") || source.includes("node_modules")) return undefined;
  const file = source.split(path.sep).join("/").replace(/\.ts$/, ".js");
  return file.startsWith("agent/src/") ? file.slice("agent/src/".length) : `packages/${file}`;
}
