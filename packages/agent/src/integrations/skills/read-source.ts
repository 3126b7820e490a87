import { lstat, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import type { SkillFiles } from "../skills.ts";
import { MAX_ARCHIVE_BYTES, readSkillArchive } from "./read-archive.ts";
import { readSkillFolder } from "./read-folder.ts";
import { type ExaminedSkill, examineSkill, refused } from "./skill-files.ts";

/** A skill as its source has it now. */
export interface FoundSkill extends ExaminedSkill {
  readonly files: SkillFiles;
}

const CLONE_MS = 60_000;

/** In units of `ulimit -f`: 50 or 100 MB, by the shell. */
const MAX_PACK_BLOCKS = 102_400;

const REPOSITORY = /^(?:(?:https|ssh|file):\/\/|[\w.-]+@[\w.-]+:(?!\/\/))/;

/**
 * Reads a skill from a folder, an archive or a git repository. `source` is an absolute path or a URL; behind
 * `#` in a URL is the skill's folder in the repository. Throws `invalid` if it is no skill, `missing` if there
 * is nothing, `unavailable` if the repository cannot be cloned.
 */
export async function readSource(source: string, processes: Processes): Promise<FoundSkill> {
  if (REPOSITORY.test(source)) return readRepository(source, processes);
  if (!path.isAbsolute(source))
    throw refused(
      `${JSON.stringify(source)} is neither an absolute path nor the URL of a git repository`,
      "URLs begin with https://, ssh:// or file://.",
    );
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory()) return examined(await readSkillFolder(source), path.basename(source));
  if (!found?.isFile())
    throw new Fault("missing", `There is no folder or archive at ${source}.`, {
      hint: "Name a folder with a SKILL.md, a .zip, a .tgz or the URL of a git repository.",
    });
  if (found.size > MAX_ARCHIVE_BYTES) throw refused("the archive is larger than 10 MB");
  const { files, folder } = await readSkillArchive(await readFile(source));
  return examined(files, folder);
}

function examined(files: SkillFiles, folder?: string): FoundSkill {
  return { ...examineSkill(files, folder), files };
}

async function readRepository(source: string, processes: Processes): Promise<FoundSkill> {
  const [url = "", inside = ""] = source.split("#");
  const parts = inside.split("/").filter((part) => part !== "");
  if (parts.some((part) => part.startsWith(".")))
    throw refused(`${JSON.stringify(inside)} is not a folder of the repository`);
  await using scratch = await processes.openFolder();
  const clone = path.join(scratch.path, "clone");
  await cloneRepository(url, clone, processes);
  const folder = path.join(clone, ...parts);
  await assertNoLinks(clone, parts);
  return examined(await readSkillFolder(folder), parts.at(-1));
}

async function cloneRepository(url: string, clone: string, processes: Processes): Promise<void> {
  const options = SAFE.flatMap((option) => ["-c", option]);
  const args = [...options, "clone", "--quiet", "--depth=1", "--no-tags", "--", url, clone];
  const script = `ulimit -f ${MAX_PACK_BLOCKS}; exec git "$@"`;
  const signal = AbortSignal.timeout(CLONE_MS);
  const { code, stderr } = await processes.run("sh", ["-c", script, "sh", ...args], { signal });
  if (code === 0) return;
  const said = stderr.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
  throw new Fault("unavailable", `The repository could not be cloned: ${said}`, {
    hint: "Check the URL. The repository may have at most 50 MB.",
  });
}

/** Nothing in a repository runs, and only these protocols are used. */
const SAFE = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.ssh.allow=always",
  "protocol.file.allow=always",
] as const;

/** Throws where a folder on the way is a link, which could lead out of the clone. */
async function assertNoLinks(clone: string, parts: readonly string[]): Promise<void> {
  for (const index of parts.keys()) {
    const folder = path.join(clone, ...parts.slice(0, index + 1));
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isDirectory()) continue;
    throw refused(`the repository has no folder ${JSON.stringify(parts.join("/"))}`);
  }
}
