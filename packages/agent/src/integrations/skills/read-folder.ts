import { constants } from "node:fs";
import { open, opendir } from "node:fs/promises";
import path from "node:path";
import type { SkillFiles } from "../skills.ts";
import { FileCollector, isLeftOut, refused, SKILL_BOUNDS } from "./skill-files.ts";

/** Reads a folder's files within the bounds of a skill. Throws `invalid` for links and special files. */
export async function readSkillFolder(folder: string): Promise<SkillFiles> {
  const collector = new FileCollector();
  await collect(folder, "", collector);
  return collector.files;
}

async function collect(root: string, inside: string, collector: FileCollector): Promise<void> {
  if (inside.split("/").length > SKILL_BOUNDS.depth)
    throw refused(`"${inside}" is more than ${SKILL_BOUNDS.depth} folders deep`);
  for await (const entry of await opendir(path.join(root, inside))) {
    const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (isLeftOut(name)) continue;
    if (entry.isDirectory()) await collect(root, name, collector);
    else if (entry.isFile()) collector.add(name, await readFileOf(root, name, collector));
    else throw refused(`"${name}" is a link or a special file`, "Replace it with the file itself.");
  }
}

/** Opens the file itself: a link put in its place meanwhile is refused by the system. */
async function readFileOf(root: string, name: string, collector: FileCollector): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using file = await open(path.join(root, name), flags);
  const { size } = await file.stat();
  collector.expect(name, size);
  const buffer = Buffer.alloc(size + 1);
  const { bytesRead } = await file.read(buffer, 0, size + 1, 0);
  if (bytesRead > size) throw refused(`"${name}" grows while it is read`);
  return buffer.subarray(0, bytesRead);
}
