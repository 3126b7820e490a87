import { Fault, type Workspace } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import { PRIVATE_FILES, PRIVATE_FOLDERS } from "../workspace.ts";

/**
 * The same workspace where others read along: what is written of the owner, or for the
 * agent to know, is `denied` there and does not stand in listings. `folder` is the workspace's.
 */
export function withoutPrivate(workspace: Workspace, folder: Pick<Folder, "resolve">): Workspace {
  /** As it is spelled and as it is after links: either may be the private one. */
  const check = async (path: string) => {
    for (const spelling of [path, await folder.resolve(path)])
      if (isPrivate(spelling))
        throw new Fault("denied", `"${path}" can be seen only in direct chats with the owner.`, {
          hint: "Offer to answer there.",
        });
  };
  return {
    ...workspace,
    async stat(path) {
      await check(path);
      return workspace.stat(path);
    },
    async list(path, options) {
      await check(path);
      const entries = await workspace.list(path, options);
      return entries.filter((entry) => !isPrivate(entry.path));
    },
    async read(path, options) {
      await check(path);
      return workspace.read(path, options);
    },
    async digest(path) {
      await check(path);
      return workspace.digest(path);
    },
  };
}

function isPrivate(path: string): boolean {
  const [top = ""] = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return PRIVATE.has(fold(top));
}

/** Compares as the most forgiving file system would: without case and without look-alikes. */
function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

const PRIVATE: ReadonlySet<string> = new Set([...PRIVATE_FILES, ...PRIVATE_FOLDERS].map(fold));
