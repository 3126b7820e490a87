import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchFolders } from "./watch-folders.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reeve-watch-"));
});

afterEach(() => rm(root, { recursive: true }));

/** Collects paths that changed; `until` resolves once one was reported. */
function listen() {
  const told = new Set<string | undefined>();
  const trouble: string[] = [];
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  return {
    parts: {
      onChange: (path: string | undefined) => {
        told.add(path);
        tell();
      },
      onTrouble: (folder: string) => {
        trouble.push(folder);
        tell();
      },
    },
    trouble,
    until: async (path: string) => {
      while (!told.has(path)) await news.promise;
      told.clear();
    },
  };
}

test("tells of what is created, changed, moved over and removed in its folders", async () => {
  const { parts, until } = listen();
  await mkdir(join(root, "memory"));
  using watch = watchFolders(root, parts);
  expect(await watch.keep(["", "memory"])).toBe(true);

  await writeFile(join(root, "MEMORY.md"), "one");
  await until("MEMORY.md");
  await writeFile(join(root, "memory/a.md"), "one");
  await until("memory/a.md");
  await writeFile(join(root, "memory/a.md~"), "two");
  await rename(join(root, "memory/a.md~"), join(root, "memory/a.md"));
  await until("memory/a.md");
  await rm(join(root, "memory/a.md"));
  await until("memory/a.md");
});

test("watches a folder anew that was replaced by another of its name", async () => {
  const { parts, until } = listen();
  await mkdir(join(root, "a"));
  await mkdir(join(root, "b"));
  using watch = watchFolders(root, parts);
  await watch.keep(["", "a"]);
  expect(await watch.keep(["", "a"])).toBe(false);

  await rm(join(root, "a"), { recursive: true });
  await rename(join(root, "b"), join(root, "a"));
  expect(await watch.keep(["", "a"])).toBe(true);
  await writeFile(join(root, "a/new.md"), "one");
  await until("a/new.md");
});

test("leaves out folders that are not there", async () => {
  const { parts, trouble } = listen();
  using watch = watchFolders(root, parts);
  expect(await watch.keep(["missing"])).toBe(false);
  expect(trouble).toEqual([]);
});
