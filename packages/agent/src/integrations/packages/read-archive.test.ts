import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { packTar, type TarEntry } from "modern-tar";
import { expect, test } from "vitest";
import { SKILL as KIND } from "../skills/skill-files.ts";
import { readArchive } from "./read-archive.ts";

const SKILL = "---\nname: a\ndescription: x\n---\nDo it.\n";

async function tgz(entries: readonly TarEntry[]): Promise<Buffer> {
  return gzipSync(await packTar(entries));
}

function fileEntry(name: string, body: string): TarEntry {
  return { header: { name, size: Buffer.byteLength(body), type: "file" }, body };
}

function zip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const encoded = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]);
  return Buffer.from(zipSync(Object.fromEntries(encoded)));
}

const shown = ({ files, folder }: Awaited<ReturnType<typeof readArchive>>) => ({
  folder,
  files: Object.fromEntries([...files].map(([path, content]) => [path, content.toString()])),
});

const read = async (data: Buffer) => shown(await readArchive(data, KIND));

test("reads a ZIP and a gzipped tar, with their files at the top or in one folder", async () => {
  const top = { folder: undefined, files: { "SKILL.md": SKILL, "scripts/a.sh": "true" } };
  expect(await read(zip({ "SKILL.md": SKILL, "scripts/a.sh": "true" }))).toEqual(top);
  expect(
    await read(zip({ "a/SKILL.md": SKILL, "a/scripts/a.sh": "true", "a/.git/x": "y" })),
  ).toEqual({ ...top, folder: "a" });
  const entries = [
    { header: { name: "a/", size: 0, type: "directory" } } as const,
    fileEntry("a/SKILL.md", SKILL),
    fileEntry("a/scripts/a.sh", "true"),
  ];
  expect(await read(await tgz(entries))).toEqual({ ...top, folder: "a" });
});

const link = (type: "symlink" | "link"): TarEntry => ({
  header: { name: "a/x", size: 0, type, linkname: "/etc/passwd" },
});

const BIG = new Uint8Array(3_000_000);

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ["a path that leads out", () => zip({ "SKILL.md": SKILL, "../x": "y" }), /path "\.\.\/x"/],
  ["paths that all lead out", () => zip({ "../SKILL.md": SKILL }), /path "\.\.\/SKILL\.md"/],
  ["an absolute path", () => zip({ "/etc/x": "y", "SKILL.md": SKILL }), /path "\/etc\/x"/],
  ["a path of Windows", () => zip({ "a\\..\\x": "y" }), /path/],
  ["a drive", () => zip({ "C:x": "y" }), /path "C:x"/],
  ["an option", () => zip({ "SKILL.md": SKILL, "-rf": "y" }), /path "-rf"/],
  ["deep folders", () => zip({ "a/b/c/d/e/f/g/h": "y" }), /path/],
  ["one name in two cases", () => zip({ "SKILL.md": SKILL, "skill.md": "y" }), /twice/],
  ["a large file", () => zip({ "SKILL.md": SKILL, "a.bin": BIG }), /larger than 2 MB/],
  ["many files", () => zip(Object.fromEntries(numbered(201, "x"))), /more than 200 files/],
  ["a bomb", () => zip(Object.fromEntries(numbered(20, BIG.subarray(0, 1e6)))), /than 10 MB/],
  ["a bomb of tar", () => gzipSync(Buffer.alloc(50_000_000)), /unpacks to more than 10 MB/],
  ["a symbolic link", () => tgz([fileEntry("a/SKILL.md", SKILL), link("symlink")]), /a link/],
  ["a hard link", () => tgz([fileEntry("a/SKILL.md", SKILL), link("link")]), /a link/],
  ["a path of tar that leads out", () => tgz([fileEntry("../../x", "y")]), /path/],
  ["something else", () => Buffer.from("Hello, this is no archive."), /not a readable/],
  ["half a ZIP", () => zip({ "SKILL.md": SKILL.repeat(99) }).subarray(0, 60), /not a readable ZIP/],
])("refuses %s", async (_what, build, message) => {
  const refusal = { code: "invalid", message: expect.stringMatching(message) };
  await expect(read(await build())).rejects.toMatchObject(refusal);
});

function numbered(count: number, content: string | Uint8Array) {
  return Array.from({ length: count }, (_, index) => [`f${index}`, content] as const);
}

test("unpacks no more than a ZIP declares", async () => {
  const data = zip({ "SKILL.md": SKILL, "a.bin": BIG });
  const declared = data.lastIndexOf("a.bin") - 46 + 24;
  data.writeUInt32LE(1000, declared);
  const { files } = await readArchive(data, KIND).catch(() => ({
    files: new Map<string, Buffer>(),
  }));
  expect(files.get("a.bin")?.length ?? 0).toBeLessThanOrEqual(1000);
});
