import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

export interface WatchDeps {
  /** Called when something was created, changed, moved or removed; without a path, it is unknown what. */
  readonly onChange: (path: string | undefined) => void;
  /** A folder cannot be watched: only looking again shows what happens there. */
  readonly onTrouble: (folder: string, error: unknown) => void;
}

/** Watches for changes directly inside of folders. */
export interface FolderWatch extends Disposable {
  /** Watches these folders, and no others; answers whether there are new ones among them. */
  keep(folders: readonly string[]): Promise<boolean>;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Inode, because a folder replaced by another of its name has to be watched again. */
  readonly inode: number;
}

/**
 * Watches folders under `root`, each on its own: a change of a file shows in its
 * folder, also where an editor saves by moving a new file over the old one.
 */
export function watchFolders(root: string, { onChange, onTrouble }: WatchDeps): FolderWatch {
  const watched = new Map<string, Watched>();
  const hopeless = new Set<string>();

  const forget = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const begin = (folder: string, inode: number) => {
    const report = (error: unknown) => {
      forget(folder);
      if (!hopeless.has(folder)) onTrouble(folder, error);
      hopeless.add(folder);
    };
    try {
      const watcher = watch(join(root, folder), { persistent: false }, (_event, name) =>
        onChange(name === null ? undefined : folder === "" ? name : `${folder}/${name}`),
      );
      watcher.on("error", report);
      watched.set(folder, { watcher, inode });
    } catch (error) {
      report(error);
    }
  };

  return {
    async keep(folders) {
      const wanted = new Set(folders);
      for (const folder of watched.keys()) if (!wanted.has(folder)) forget(folder);
      let isNew = false;
      for (const folder of wanted) {
        const inode = await inodeOf(join(root, folder));
        if (inode === undefined || watched.get(folder)?.inode === inode) continue;
        forget(folder);
        begin(folder, inode);
        // Ignore a folder whose watch keeps failing: its caller would never finish.
        isNew ||= watched.has(folder) && !hopeless.has(folder);
      }
      return isNew;
    },
    [Symbol.dispose]() {
      for (const folder of watched.keys()) forget(folder);
    },
  };
}

/** Undefined for a folder that is gone meanwhile. */
function inodeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ ino }) => ino,
    () => undefined,
  );
}
