import { Fault } from "@reeve/sdk";
import { CORE_FILES, PROTECTED_FILES, WORKSPACE_FOLDERS } from "../workspace.ts";

/** Throws `denied` where the path names or leads through a file that only the owner changes. */
export function assertWritable(path: string): void {
  const [top = ""] = segmentsOf(path);
  const name = findName(PROTECTED_FILES, top);
  if (!name) return;
  throw new Fault("denied", `${name} can be read but not changed.`, {
    hint: "Only the owner can change it. Tell the owner what to change.",
  });
}

/** Throws `denied` where the path names something that a workspace always has. */
export function assertRemovable(path: string): void {
  assertWritable(path);
  const name = findName([...CORE_FILES, ...WORKSPACE_FOLDERS], segmentsOf(path).join("/"));
  if (!name) return;
  throw new Fault("denied", `${name} belongs to the workspace and cannot be removed or moved.`, {
    hint: "Change its contents instead.",
  });
}

/** Throws `denied` where the path names one of the files, or a folder that holds one. */
export function assertKept(path: string, files: readonly string[]): void {
  const wanted = segmentsOf(path).map(fold);
  const name = files.find((file) => {
    const segments = segmentsOf(file).map(fold);
    return wanted.every((segment, index) => segment === segments[index]);
  });
  if (name === undefined) return;
  throw new Fault("denied", `${name} can be read but not changed.`, {
    hint: "Only the owner can change it. Tell the owner what to change.",
  });
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

/** Compares as the most forgiving file system would: without case and without look-alikes. */
function findName(names: readonly string[], wanted: string): string | undefined {
  const folded = fold(wanted);
  return names.find((name) => fold(name) === folded);
}

function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
