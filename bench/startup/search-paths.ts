import path from "node:path";

/** `host`: PATH without what npm adds for scripts. `direct`: this process's Node before all others. */
export function searchPaths(): { readonly host: string; readonly direct: string } {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const host = folders.filter((folder) => !folder.includes("node_modules"));
  return {
    host: host.join(path.delimiter),
    direct: [path.dirname(process.execPath), ...host].join(path.delimiter),
  };
}
