import type { PassageSource, ScopeKey } from "../../store/search/passages.ts";

/**
 * Kind of a passage of a file: `memory` is the owner's text, `learned` is written by the agent, `session` is
 * a summary of a session.
 */
export type FileKind = "memory" | "learned" | "session";

const LEARNED = "learned-";

/** Returns the source of the scope that passages of the kind are in. */
export function sourceOf(kind: FileKind): Extract<PassageSource, "knowledge" | "session"> {
  return kind === "session" ? "session" : "knowledge";
}

/** `path#3`, and `path#learned-3` for what the agent wrote. */
export function refOf(path: string, { kind, number }: { kind: FileKind; number: number }): string {
  return `${path}#${kind === "learned" ? LEARNED : ""}${number}`;
}

/** Returns the kind of a stored passage of a file. */
export function kindOf({ source }: Pick<ScopeKey, "source">, ref: string): FileKind {
  if (source === "session") return "session";
  return ref.slice(ref.lastIndexOf("#") + 1).startsWith(LEARNED) ? "learned" : "memory";
}

/** Returns the file of a passage's ref; a path may hold the sign too. */
export function pathOfRef(ref: string): string {
  return ref.slice(0, ref.lastIndexOf("#"));
}
