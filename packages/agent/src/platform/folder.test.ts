import {
  link as linkFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Folder, openFolder } from "./folder.ts";

const create = { createFolders: true };
const bytes = (text: string) => Buffer.from(text);

let home: string;
let root: string;
let folder: Folder;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "reeve-folder-"));
  root = join(home, "inside");
  await writeFile(join(home, "secret.txt"), "secret");
  folder = openFolder(root);
});

afterEach(() => rm(home, { recursive: true }));

async function read(path: string): Promise<string> {
  return Buffer.from(await folder.read(path, { maxBytes: 1000 })).toString();
}

test("writes, replaces and extends a file that only its owner can read", async () => {
  await folder.write("a/b.txt", bytes("one"), create);
  await folder.write("a/b.txt", bytes("two"), create);
  await folder.append("./a//b.txt", bytes(" three"), create);
  await folder.append("new.txt", bytes("four"), create);

  expect(await read("a/b.txt")).toBe("two three");
  expect(await read("new.txt")).toBe("four");
  expect((await lstat(join(root, "a/b.txt"))).mode & 0o777).toBe(0o600);
  expect((await lstat(join(root, "a"))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(root, "a"))).toEqual(["b.txt"]);
});

test("lists files and folders sorted by path, and no links", async () => {
  await folder.write("b/c.txt", bytes("123"), create);
  await folder.write("a.txt", bytes("1"), create);
  await symlink(join(root, "b"), join(root, "link"));

  const modifiedAt = expect.any(Number);
  const a = { path: "a.txt", kind: "file", bytes: 1, modifiedAt };
  const b = { path: "b", kind: "directory", bytes: 0, modifiedAt };
  const c = { path: "b/c.txt", kind: "file", bytes: 3, modifiedAt };
  expect(await folder.list("", { recursive: false })).toEqual([a, b]);
  expect(await folder.list("", { recursive: true })).toEqual([a, b, c]);
  expect(await folder.list("b", { recursive: true })).toEqual([c]);
  expect(await folder.stat("b/c.txt")).toEqual(c);
  expect(await folder.stat("b/none.txt")).toBeUndefined();
});

test("digests a file, and nothing else", async () => {
  await folder.write("a/b.txt", bytes("abc"), create);
  expect(await folder.digest("a/b.txt")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(await folder.digest("a")).toBeUndefined();
  expect(await folder.digest("none")).toBeUndefined();
});

test.each(["..", "../secret.txt", "a/../../secret.txt", "a/../b", "/etc/passwd", "a\0b", "C:/x"])(
  "denies the path %j to every method",
  async (path) => {
    await folder.write("a/b", bytes("b"), create);
    const attempts = attemptsOn(path);
    const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
    expect(results).toEqual(
      attempts.map(() => ({
        status: "rejected",
        reason: expect.objectContaining({ name: "Fault", code: "denied" }),
      })),
    );
  },
);

test.each([
  ["a link to a file outside", "out.txt", "../secret.txt"],
  ["a folder link on the way", "up/secret.txt", ".."],
  ["a folder link above a file that does not exist", "up/new/file.txt", ".."],
  ["a link to nowhere", "nowhere", "../not-there.txt"],
  ["a link to itself", "loop", "loop"],
  ["an absolute link", "tmp/x", tmpdir()],
])("denies %s to every method, and leaves what is outside alone", async (_what, path, target) => {
  const [link = ""] = path.split("/");
  await symlink(target, join(root, link));
  await folder.write("a/b", bytes("b"), create);
  const attempts = attemptsOn(path);

  const results = await Promise.allSettled(attempts.map((attempt) => attempt()));

  expect(results).toEqual(
    attempts.map(() => ({
      status: "rejected",
      reason: expect.objectContaining({ name: "Fault", code: "denied" }),
    })),
  );
  expect((await readdir(home)).toSorted()).toEqual(["inside", "secret.txt"]);
  expect(await readFile(join(home, "secret.txt"), "utf8")).toBe("secret");
  expect((await readdir(root)).toSorted()).toEqual(["a", link].toSorted());
});

function attemptsOn(path: string): readonly (() => Promise<unknown>)[] {
  return [
    () => folder.stat(path),
    () => folder.list(path, { recursive: true }),
    () => folder.read(path, { maxBytes: 10 }),
    () => folder.write(path, bytes("x"), create),
    () => folder.append(path, bytes("x"), create),
    () => folder.edit(path, () => "x", { maxBytes: 10 }),
    () => folder.makeFolder(path),
    () => folder.remove(path, { recursive: true }),
    () => folder.rename(path, "c", { overwrite: true }),
    () => folder.rename("a/b", path, { overwrite: true }),
    () => folder.digest(path),
    () => folder.resolve(path),
  ];
}

test("denies the root to what would take it away", async () => {
  await expect(folder.remove("", { recursive: true })).rejects.toMatchObject({ code: "denied" });
  await expect(folder.remove("./", { recursive: true })).rejects.toMatchObject({ code: "denied" });
  await expect(folder.rename("", "a", { overwrite: true })).rejects.toMatchObject({
    code: "denied",
  });
});

test.each(["a\nb", "a\\b", "x".repeat(256), "x/".repeat(600)])(
  "refuses the name %j",
  async (path) => {
    await expect(folder.write(path, bytes("x"), create)).rejects.toMatchObject({ code: "invalid" });
  },
);

test("follows a link that stays inside", async () => {
  await folder.write("a/b.txt", bytes("one"), create);
  await symlink("a", join(root, "link"));
  await folder.write("link/b.txt", bytes("two"), create);
  expect(await read("a/b.txt")).toBe("two");
  expect(await folder.resolve("link/b.txt")).toBe("a/b.txt");
});

test("works under a root that is reached through a link", async () => {
  await symlink(root, join(home, "alias"));
  await openFolder(join(home, "alias")).write("a.txt", bytes("one"), create);
  expect(await read("a.txt")).toBe("one");
});

test("removes a link to a folder, not what it leads to", async () => {
  await folder.write("a/b.txt", bytes("one"), create);
  await symlink("a", join(root, "link"));
  await folder.remove("link", { recursive: true });
  expect(await readdir(root)).toEqual(["a"]);
  expect(await read("a/b.txt")).toBe("one");
});

test("removes a folder with what is in it only when told so", async () => {
  await folder.write("a/b.txt", bytes("one"), create);
  await symlink(home, join(root, "a/out"));
  await expect(folder.remove("a", { recursive: false })).rejects.toMatchObject({
    code: "conflict",
    message: '"a" is a folder that is not empty.',
  });
  await folder.remove("a", { recursive: true });
  expect(await readdir(root)).toEqual([]);
  expect(await readdir(home)).toEqual(["inside", "secret.txt"]);
  await expect(folder.remove("a", { recursive: true })).rejects.toMatchObject({ code: "missing" });
});

test("moves files and folders, and replaces a file only when told so", async () => {
  await folder.write("a.txt", bytes("one"), create);
  await folder.write("b.txt", bytes("two"), create);
  await expect(folder.rename("a.txt", "b.txt", { overwrite: false })).rejects.toMatchObject({
    code: "conflict",
  });
  await folder.rename("a.txt", "b.txt", { overwrite: true });
  await folder.rename("b.txt", "new/c.txt", { overwrite: false });
  await folder.rename("new", "other", { overwrite: false });
  expect(await read("other/c.txt")).toBe("one");
  expect(await readdir(root)).toEqual(["other"]);

  await folder.makeFolder("taken");
  await expect(folder.rename("other", "taken", { overwrite: true })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(folder.rename("other", "other/in", { overwrite: true })).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(folder.rename("none", "x", { overwrite: true })).rejects.toMatchObject({
    code: "missing",
  });
});

test("says what is in the way", async () => {
  await folder.write("file", bytes("12345"), create);
  await folder.makeFolder("folder");
  await expect(folder.read("none", { maxBytes: 1 })).rejects.toMatchObject({ code: "missing" });
  await expect(folder.read("folder", { maxBytes: 1 })).rejects.toMatchObject({ code: "conflict" });
  await expect(folder.read("file/x", { maxBytes: 1 })).rejects.toMatchObject({ code: "missing" });
  await expect(folder.read("file", { maxBytes: 4 })).rejects.toMatchObject({
    code: "exhausted",
    message: '"file" is 5 bytes long; the maximum is 4.',
  });
  await expect(folder.write("folder", bytes("x"), create)).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(folder.write("no/x", bytes("x"), { createFolders: false })).rejects.toMatchObject({
    code: "missing",
    message: 'The folder "no" does not exist.',
  });
  await expect(folder.list("none", { recursive: false })).rejects.toMatchObject({
    code: "missing",
  });
});

test("loses no line that is appended or edited in at the same time", async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => String(index));
  await Promise.all(
    numbers.flatMap((number) => [
      folder.append("log", bytes(`a${number}\n`), create),
      folder.edit("log", (text) => `${text}e${number}\n`, { maxBytes: 1000 }),
    ]),
  );
  const lines = (await read("log")).trim().split("\n");
  expect(lines).toEqual(numbers.flatMap((number) => [`a${number}`, `e${number}`]));
});

test("readers see the whole old or the whole new file", async () => {
  const [one, two] = ["1".repeat(100_000), "2".repeat(100_000)];
  await folder.write("file", bytes(one), create);
  const writes = Array.from({ length: 20 }, (_, index) =>
    folder.write("file", bytes(index % 2 === 0 ? two : one), create),
  );
  const reads = Array.from({ length: 50 }, () => folder.read("file", { maxBytes: 100_000 }));
  await Promise.all(writes);
  const seen = (await Promise.all(reads)).map((content) => Buffer.from(content).toString());
  expect(seen.filter((text) => text !== one && text !== two)).toEqual([]);
});

test("hides what an interrupted write left behind, and tidies it away", async () => {
  const part = ".reeve-00000000-0000-4000-8000-000000000000.part";
  await mkdir(join(root, "a"));
  await symlink(home, join(root, "out"));
  await writeFile(join(root, "a", part), "half");
  await writeFile(join(root, part), "half");
  await writeFile(join(home, part), "not ours");
  await folder.write("a/.hidden", bytes("x"), create);

  const paths = (await folder.list("", { recursive: true })).map(({ path }) => path);
  expect(paths).toEqual(["a", "a/.hidden"]);
  await folder.tidy();
  expect(await readdir(join(root, "a"))).toEqual([".hidden"]);
  expect((await readdir(root)).toSorted()).toEqual(["a", "out"]);
  expect(await readdir(home)).toContain(part);
});

test("a file that has a second name elsewhere is not read, and a write gives it up", async () => {
  await writeFile(join(home, "secret"), "not ours");
  await linkFile(join(home, "secret"), join(root, "harmless"));
  await expect(folder.read("harmless", { maxBytes: 100 })).rejects.toMatchObject({
    code: "denied",
    hint: "Copy the file into the workspace, and use the copy.",
  });
  await folder.write("harmless", bytes("ours"), create);
  expect(await readFile(join(home, "secret"), "utf8")).toBe("not ours");
  expect(Buffer.from(await folder.read("harmless", { maxBytes: 100 })).toString()).toBe("ours");
});
