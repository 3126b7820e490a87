import { lstat, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import { megabytes, type PackageFiles, type PackageKind, refused } from "./package-files.ts";
import { readArchive } from "./read-archive.ts";
import { readFolder } from "./read-folder.ts";

/** A package as its source has it now. */
export interface FoundPackage {
  readonly files: PackageFiles;
  /** Name of the folder that all of them were in; undefined if they were in none. */
  readonly folder: string | undefined;
  /** The archive that they came in; undefined for folders and repositories. */
  readonly archive: Buffer | undefined;
}

/**
 * Downloads a file from a public address over https, or from this machine. Rejects with `exhausted` if it has more
 * bytes.
 */
export type Download = (
  url: string,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<Buffer>;

export interface SourceDeps {
  readonly processes: Processes;
  readonly download: Download;
}

const CLONE_MS = 60_000;
const DOWNLOAD_MS = 60_000;

/** In units of `ulimit -f`: 50 or 100 MB, by the shell. */
const MAX_PACK_BLOCKS = 102_400;

const ARCHIVE = /^https?:\/\/[^#]+\.(?:zip|tgz|tar\.gz)$/;
const REPOSITORY = /^(?:(?:https|ssh|file):\/\/|[\w.-]+@[\w.-]+:(?!\/\/))/;

/**
 * Reads a package from a folder, an archive or a git repository. `source` is an absolute path or a URL; a URL that ends
 * like an archive is one. Behind `#` in a URL is a folder in the repository. Throws `invalid` if it exceeds the bounds
 * of its kind, `missing` if there is nothing, `unavailable` if it cannot be downloaded.
 */
export async function readSource(
  source: string,
  kind: PackageKind,
  { processes, download }: SourceDeps,
): Promise<FoundPackage> {
  if (ARCHIVE.test(source)) {
    const signal = AbortSignal.timeout(DOWNLOAD_MS);
    return unpacked(await download(source, { maxBytes: kind.bounds.bytes, signal }), kind);
  }
  if (REPOSITORY.test(source)) return readRepository(source, kind, processes);
  if (!path.isAbsolute(source))
    throw refused(
      kind,
      `${JSON.stringify(source)} is neither an absolute path nor the URL of an archive or a git repository`,
      { hint: "URLs begin with https://, ssh:// or file://." },
    );
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory()) {
    const files = await readFolder(source, kind);
    return { files, folder: path.basename(source), archive: undefined };
  }
  if (!found?.isFile())
    throw new Fault("missing", `There is no folder or archive at ${source}.`, {
      hint: `Name the folder of a ${kind.name}, a .zip, a .tgz or the URL of a git repository.`,
    });
  const { bytes } = kind.bounds;
  if (found.size > bytes) throw refused(kind, `the archive is larger than ${megabytes(bytes)}`);
  return unpacked(await readFile(source), kind);
}

async function unpacked(archive: Buffer, kind: PackageKind): Promise<FoundPackage> {
  return { ...(await readArchive(archive, kind)), archive };
}

async function readRepository(
  source: string,
  kind: PackageKind,
  processes: Processes,
): Promise<FoundPackage> {
  const [url = "", inside = ""] = source.split("#");
  const parts = inside.split("/").filter((part) => part !== "");
  if (parts.some((part) => part.startsWith(".")))
    throw refused(kind, `${JSON.stringify(inside)} is not a folder of the repository`);
  await using scratch = await processes.openFolder();
  const clone = path.join(scratch.path, "clone");
  await cloneRepository(url, clone, processes);
  const folder = path.join(clone, ...parts);
  for (const index of parts.keys())
    if (!(await isFolder(path.join(clone, ...parts.slice(0, index + 1)))))
      throw refused(kind, `the repository has no folder ${JSON.stringify(parts.join("/"))}`);
  return { files: await readFolder(folder, kind), folder: parts.at(-1), archive: undefined };
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

/** False for a link, which could lead out of the clone. */
async function isFolder(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
