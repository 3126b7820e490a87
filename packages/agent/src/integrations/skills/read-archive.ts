import { gunzipSync } from "node:zlib";
import { isFault } from "@reeve/sdk";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import type { SkillFiles } from "../skills.ts";
import { FileCollector, isLeftOut, refused, SKILL_BOUNDS } from "./skill-files.ts";

/** The most bytes of an archive file. */
export const MAX_ARCHIVE_BYTES = SKILL_BOUNDS.bytes;

/** Files of an archive, and the folder that all of them were in. */
export interface ArchivedSkill {
  readonly files: SkillFiles;
  /** Undefined if SKILL.md is at the top of the archive. */
  readonly folder: string | undefined;
}

/**
 * Unpacks a ZIP or a gzipped tar in memory, within the bounds of a skill. Throws `invalid` for links, for
 * paths that lead out of it, and for archives that unpack to more than is allowed.
 */
export async function readSkillArchive(data: Buffer): Promise<ArchivedSkill> {
  if (data.length > MAX_ARCHIVE_BYTES) throw refused("the archive is larger than 10 MB");
  const entries = isZip(data) ? unpackZip(data) : await unpackGzippedTar(data);
  return toSkill(entries);
}

interface Entry {
  readonly path: string;
  readonly content: Buffer;
}

function isZip(data: Buffer): boolean {
  return data.length > 4 && data.readUInt32BE(0) === 0x504b0304;
}

function unpackZip(data: Buffer): readonly Entry[] {
  const sizes = new FileCollector();
  let total = 0;
  const files = attempted("ZIP", () =>
    unzipSync(data, {
      filter({ name, originalSize }) {
        const isFolder = name.endsWith("/");
        if (isFolder || isLeftOut(name)) return false;
        // Before anything is unpacked: the library unpacks no more than the archive declares.
        sizes.expect(name, originalSize);
        sizes.add(name, Buffer.alloc(0));
        total += originalSize;
        if (total > SKILL_BOUNDS.bytes) throw refused("it unpacks to more than 10 MB");
        return true;
      },
    }),
  );
  return Object.entries(files).map(([path, bytes]) => ({ path, content: Buffer.from(bytes) }));
}

async function unpackGzippedTar(data: Buffer): Promise<readonly Entry[]> {
  // Headers and padding of the most files that are allowed.
  const most = SKILL_BOUNDS.bytes + SKILL_BOUNDS.files * 4096;
  const tar = attempted("ZIP or gzipped tar", () => gunzipSync(data, { maxOutputLength: most }));
  const entries = await unpackTar(tar).catch((cause: unknown) => {
    throw damaged("tar", cause);
  });
  return entries.flatMap(({ header, data: content }) => {
    const { name, type } = header;
    if (type === "directory" || type === "pax-global-header" || isLeftOut(name)) return [];
    if (type !== "file") throw refused(`"${name}" is a link or a special file`);
    return [{ path: name, content: Buffer.from(content ?? []) }];
  });
}

function toSkill(entries: readonly Entry[]): ArchivedSkill {
  const paths = entries.map(({ path }) => path.replace(/^\.\//, ""));
  const [first = ""] = paths;
  const top = first.includes("/") ? first.slice(0, first.indexOf("/") + 1) : "";
  const isInFolder = top !== "" && paths.every((path) => path.startsWith(top));
  const collector = new FileCollector();
  for (const [index, { content }] of entries.entries()) {
    const path = paths[index] ?? "";
    if (isInFolder && top === "../")
      throw refused(`the path ${JSON.stringify(path)} is not allowed`);
    collector.add(isInFolder ? path.slice(top.length) : path, content);
  }
  return { files: collector.files, folder: isInFolder ? top.slice(0, -1) : undefined };
}

/** Unpacks; the libraries report every problem by throwing. */
function attempted<Result>(kind: string, unpack: () => Result): Result {
  try {
    return unpack();
  } catch (cause) {
    throw isFault(cause) ? cause : damaged(kind, cause);
  }
}

function damaged(kind: string, cause: unknown): Error {
  const isBomb = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
  const problem = isBomb ? "it unpacks to more than 10 MB" : `it is not a readable ${kind}`;
  return refused(problem, "Use a folder, a .zip, a .tgz or the URL of a git repository.", cause);
}
