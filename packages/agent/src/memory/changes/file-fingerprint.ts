import type { Workspace } from "@reeve/sdk";

/** Fingerprint for recognizing a path's content: a file's digest, or a mark for a folder. */
export type FileFingerprint = string;

const FOLDER: FileFingerprint = "folder";

/** Returns the fingerprint of the file at a path, or undefined if there is none. */
export async function fileFingerprint(
  {
    stat,
    digest,
  }: Pick<Workspace, "digest"> & {
    readonly stat: (path: string) => Promise<{ readonly kind: "file" | "directory" } | undefined>;
  },
  path: string,
): Promise<FileFingerprint | undefined> {
  const entry = await stat(path);
  if (!entry) return undefined;
  return entry.kind === "directory" ? FOLDER : digest(path);
}
