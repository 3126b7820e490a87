import { relative, sep } from "node:path";
import { confine, confineEntry } from "./confine.ts";
import { explained } from "./explain-error.ts";
import { parsePath } from "./parse-path.ts";

/** Path as given, and the resolved root that it must not leave. */
export interface Location {
  readonly root: string;
  readonly path: string;
}

/** Returns the absolute path of what the location names, links resolved. */
export function locate({ root, path }: Location): Promise<string> {
  return explained(path, confine(root, parsePath(path)));
}

/** Returns the absolute path of the entry itself, which may be a link; never the root. */
export function locateEntry({ root, path }: Location): Promise<string> {
  return explained(path, confineEntry(root, parsePath(path)));
}

/** Returns the location of the folder that holds the entry. */
export function parentOf({ root, path }: Location): Location {
  return { root, path: parsePath(path).slice(0, -1).join("/") };
}

/** Returns the path under `root` of an absolute one, with `/`. */
export function toPath(root: string, real: string): string {
  return relative(root, real).split(sep).join("/");
}
