import { constants } from "node:fs";
import { open, opendir } from "node:fs/promises";
import path from "node:path";
import {
  FileCollector,
  isLeftOut,
  type PackageFiles,
  type PackageKind,
  refused,
} from "./package-files.ts";

/** Reads a folder's files within the bounds of its kind. Throws `invalid` for links and special files. */
export async function readFolder(folder: string, kind: PackageKind): Promise<PackageFiles> {
  const collector = new FileCollector(kind);
  await collect(folder, "", { kind, collector });
  return collector.files;
}

interface Reading {
  readonly kind: PackageKind;
  readonly collector: FileCollector;
}

async function collect(root: string, inside: string, reading: Reading): Promise<void> {
  const { kind, collector } = reading;
  const { depth } = kind.bounds;
  if (inside.split("/").length > depth)
    throw refused(kind, `"${inside}" is more than ${depth} folders deep`);
  for await (const entry of await opendir(path.join(root, inside))) {
    const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (isLeftOut(name)) continue;
    if (entry.isDirectory()) await collect(root, name, reading);
    else if (entry.isFile()) collector.add(name, await readFileOf(root, name, reading));
    else
      throw refused(kind, `"${name}" is a link or a special file`, {
        hint: "Replace it with the file itself.",
      });
  }
}

/** Opens the file itself: a link put in its place meanwhile is refused by the system. */
async function readFileOf(
  root: string,
  name: string,
  { kind, collector }: Reading,
): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using file = await open(path.join(root, name), flags);
  const { size } = await file.stat();
  collector.expect(name, size);
  const buffer = Buffer.alloc(size + 1);
  const { bytesRead } = await file.read(buffer, 0, size + 1, 0);
  if (bytesRead > size) throw refused(kind, `"${name}" grows while it is read`);
  return buffer.subarray(0, bytesRead);
}
