import { gunzipSync } from "node:zlib";
import { isFault } from "@reeve/sdk";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import {
  FileCollector,
  isLeftOut,
  megabytes,
  type PackageFiles,
  type PackageKind,
  refused,
} from "./package-files.ts";

/** Files of an archive, and the folder that all of them were in. */
export interface ArchivedPackage {
  readonly files: PackageFiles;
  /** Undefined if files are at the top of the archive. */
  readonly folder: string | undefined;
}

/**
 * Unpacks a ZIP or a gzipped tar in memory, within the bounds of its kind. Throws `invalid` for links, for
 * paths that lead out of it, and for archives that unpack to more than is allowed.
 */
export async function readArchive(data: Buffer, kind: PackageKind): Promise<ArchivedPackage> {
  const { bytes } = kind.bounds;
  if (data.length > bytes) throw refused(kind, `the archive is larger than ${megabytes(bytes)}`);
  const entries = isZip(data) ? unpackZip(data, kind) : await unpackGzippedTar(data, kind);
  return toPackage(entries, kind);
}

interface Entry {
  readonly path: string;
  readonly content: Buffer;
}

function isZip(data: Buffer): boolean {
  return data.length > 4 && data.readUInt32BE(0) === 0x504b0304;
}

function unpackZip(data: Buffer, kind: PackageKind): readonly Entry[] {
  const sizes = new FileCollector(kind);
  let total = 0;
  const files = attempted(kind, "ZIP", () =>
    unzipSync(data, {
      filter({ name, originalSize }) {
        const isFolder = name.endsWith("/");
        if (isFolder || isLeftOut(name)) return false;
        // Before anything is unpacked: the library unpacks no more than the archive declares.
        sizes.expect(name, originalSize);
        sizes.add(name, Buffer.alloc(0));
        total += originalSize;
        if (total > kind.bounds.bytes) throw refused(kind, bombOf(kind));
        return true;
      },
    }),
  );
  return Object.entries(files).map(([path, bytes]) => ({ path, content: Buffer.from(bytes) }));
}

async function unpackGzippedTar(data: Buffer, kind: PackageKind): Promise<readonly Entry[]> {
  // Headers and padding of the most files that are allowed.
  const most = kind.bounds.bytes + kind.bounds.files * 4096;
  const tar = attempted(kind, "ZIP or gzipped tar", () =>
    gunzipSync(data, { maxOutputLength: most }),
  );
  const entries = await unpackTar(tar).catch((cause: unknown) => {
    throw damaged(kind, "tar", cause);
  });
  return entries.flatMap(({ header, data: content }) => {
    const { name, type } = header;
    if (type === "directory" || type === "pax-global-header" || isLeftOut(name)) return [];
    if (type !== "file") throw refused(kind, `"${name}" is a link or a special file`);
    return [{ path: name, content: Buffer.from(content ?? []) }];
  });
}

function toPackage(entries: readonly Entry[], kind: PackageKind): ArchivedPackage {
  const paths = entries.map(({ path }) => path.replace(/^\.\//, ""));
  const [first = ""] = paths;
  const top = first.includes("/") ? first.slice(0, first.indexOf("/") + 1) : "";
  const isInFolder = top !== "" && paths.every((path) => path.startsWith(top));
  const collector = new FileCollector(kind);
  for (const [index, { content }] of entries.entries()) {
    const path = paths[index] ?? "";
    if (isInFolder && top === "../")
      throw refused(kind, `the path ${JSON.stringify(path)} is not allowed`);
    collector.add(isInFolder ? path.slice(top.length) : path, content);
  }
  return { files: collector.files, folder: isInFolder ? top.slice(0, -1) : undefined };
}

/** Unpacks; the libraries report every problem by throwing. */
function attempted<Result>(kind: PackageKind, format: string, unpack: () => Result): Result {
  try {
    return unpack();
  } catch (cause) {
    throw isFault(cause) ? cause : damaged(kind, format, cause);
  }
}

function damaged(kind: PackageKind, format: string, cause: unknown): Error {
  const isBomb = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
  const problem = isBomb ? bombOf(kind) : `it is not a readable ${format}`;
  const hint = "Use a folder, a .zip, a .tgz or the URL of a git repository.";
  return refused(kind, problem, { hint, cause });
}

function bombOf({ bounds }: PackageKind): string {
  return `it unpacks to more than ${megabytes(bounds.bytes)}`;
}
