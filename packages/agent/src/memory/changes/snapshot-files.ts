import { isUtf8 } from "node:buffer";
import type { Workspace } from "@reeve/sdk";
import type { FileVersion } from "../../store/items/file-versions.ts";
import type { FileSnapshot } from "../../store/items/memory-changes.ts";

/** Maximum size in bytes of a snapshot: changes of larger files cannot be undone. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Maximum number of files to snapshot per folder. */
const MAX_FILES = 500;

/** Snapshots the current content of files under the id of the change. Skips paths without a file. */
export async function snapshotFiles(
  workspace: Pick<Workspace, "stat" | "read" | "digest">,
  paths: readonly string[],
  id: string,
): Promise<{ readonly files: readonly FileSnapshot[]; readonly versions: readonly FileVersion[] }> {
  const files: FileSnapshot[] = [];
  const versions: FileVersion[] = [];
  for (const path of paths) {
    const entry = await workspace.stat(path);
    if (entry?.kind !== "file") continue;
    const digest = (await workspace.digest(path)) ?? "";
    const isKept = entry.bytes <= MAX_BYTES && versions.length < MAX_FILES;
    const version = isKept ? `${id}:${versions.length}` : null;
    files.push({ path, digest, version });
    if (version !== null)
      versions.push({ id: version, bytes: entry.bytes, ...encode(await readOf(workspace, path)) });
  }
  return { files, versions };
}

function readOf(workspace: Pick<Workspace, "read">, path: string): Promise<Uint8Array> {
  return workspace.read(path, { maxBytes: MAX_BYTES });
}

/** Text as text, so that what is forgotten is found in it. */
function encode(content: Uint8Array): Pick<FileVersion, "encoding" | "content"> {
  const bytes = Buffer.from(content);
  if (isUtf8(bytes)) return { encoding: "utf-8", content: bytes.toString("utf-8") };
  return { encoding: "base64", content: bytes.toString("base64") };
}
