import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isLeftOut } from "./digest-folder.ts";

/** Folders of plugins in the home. */
export interface PluginFolders {
  /** Folder with one folder of code for each plugin. */
  readonly root: string;
  /** Returns the folder of a plugin's data. */
  readonly dataOf: (name: string) => string;
  readonly codeOf: (name: string) => string;
  readonly records: string;
  readonly scratch: string;
}

export function pluginFolders(root: string): PluginFolders {
  return {
    root,
    codeOf: (name) => path.join(root, name),
    dataOf: (name) => path.join(root, ".data", name),
    records: path.join(root, ".installed"),
    scratch: path.join(root, ".sandbox"),
  };
}

const DRAFT = /^\.(incoming|former|described|probe)-/;

/** Removes what a process that died left. */
export async function removeDrafts({ root }: PluginFolders): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root))
    if (DRAFT.test(name)) await rm(path.join(root, name), { recursive: true, force: true });
}

/** Copies the files of a plugin to a temporary folder beside the installed ones, which goes when it is disposed of. */
export async function copyPlugin(
  source: string,
  { root }: PluginFolders,
): Promise<AsyncDisposable & { readonly path: string }> {
  const copy = path.join(root, `.incoming-${randomUUID()}`);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await cp(source, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isLeftOut(path.relative(source, file)),
  });
  return {
    path: copy,
    [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }),
  };
}

/** Puts a copy in the place of the installed version. After a crash there is one, the other, or none. */
export async function replaceCode(
  copy: string,
  name: string,
  { root, codeOf }: PluginFolders,
): Promise<void> {
  const former = path.join(root, `.former-${randomUUID()}`);
  await rename(codeOf(name), former).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(copy, codeOf(name));
  await rm(former, { recursive: true, force: true });
}
