import { createHash, type Hash } from "node:crypto";
import { Fault } from "@reeve/sdk";

const MEGABYTE = 1_048_576;

/** A kind of folder that is installed from files of other people. */
export interface PackageKind {
  /** Its name in messages, such as "skill". */
  readonly name: string;
  /** Contents of one, as a sentence for hints. */
  readonly shape: string;
  readonly bounds: {
    readonly files: number;
    readonly fileBytes: number;
    readonly bytes: number;
    readonly pathChars: number;
    readonly depth: number;
  };
}

/** Contents of files by path, with `/` between folders. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

/** Names that every system can store, and that no command takes for an option. */
const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,+@()-]*(?<![ .])$/u;

/** Collects files within the bounds of their kind; throws `invalid` at the first that exceeds one. */
export class FileCollector {
  readonly #kind: PackageKind;
  readonly #files = new Map<string, Buffer>();
  readonly #folded = new Set<string>();
  #bytes = 0;

  constructor(kind: PackageKind) {
    this.#kind = kind;
  }

  /** Checks the path and the size of a file before it is read. */
  expect(path: string, bytes: number): void {
    const { bounds } = this.#kind;
    this.#assertPath(path);
    if (bytes > bounds.fileBytes)
      throw this.#tooLarge(`"${path}" is larger than ${megabytes(bounds.fileBytes)}`);
    if (this.#files.size >= bounds.files)
      throw this.#tooLarge(`it has more than ${bounds.files} files`);
    if (this.#bytes + bytes > bounds.bytes)
      throw this.#tooLarge(`it is larger than ${megabytes(bounds.bytes)}`);
  }

  add(path: string, content: Buffer): void {
    this.expect(path, content.length);
    // On some systems one of the two would replace the other.
    const folded = path.normalize("NFC").toLowerCase();
    if (this.#folded.has(folded)) throw refused(this.#kind, `"${path}" is in it twice`);
    this.#folded.add(folded);
    this.#bytes += content.length;
    this.#files.set(path, content);
  }

  get files(): PackageFiles {
    return this.#files;
  }

  #assertPath(path: string): void {
    const { pathChars, depth } = this.#kind.bounds;
    const parts = path.split("/");
    const isGood =
      path.length <= pathChars &&
      parts.length <= depth &&
      parts.every((part) => SEGMENT.test(part));
    if (!isGood)
      throw refused(this.#kind, `the path ${JSON.stringify(path.slice(0, 300))} is not allowed`);
  }

  #tooLarge(problem: string): Fault {
    return tooLarge(this.#kind, problem);
  }
}

/** Checks whether a file is left out: it is hidden, or Finder added it. */
export function isLeftOut(path: string): boolean {
  return path.split("/").some((part) => /^\.[^./]/.test(part) || part === "__MACOSX");
}

/** Adds a file to a digest of files. Add them sorted by path. */
export function digestFile(hash: Hash, path: string, content: Buffer): void {
  hash.update(`${path}\0${createHash("sha256").update(content).digest("hex")}\n`);
}

/** Returns a size in words, such as "10 MB". */
export function megabytes(bytes: number): string {
  return `${bytes / MEGABYTE} MB`;
}

/** The fault of something that exceeds the bounds of its kind. */
export function tooLarge(kind: PackageKind, problem: string): Fault {
  const { files, fileBytes, bytes } = kind.bounds;
  const hint = `A ${kind.name} has at most ${files} files of ${megabytes(fileBytes)}, and ${megabytes(bytes)} in all.`;
  return refused(kind, problem, { hint });
}

/** The fault of something that cannot be installed. */
export function refused(
  { name, shape }: Pick<PackageKind, "name" | "shape">,
  problem: string,
  { hint = shape, cause }: { readonly hint?: string; readonly cause?: unknown } = {},
): Fault {
  return new Fault("invalid", `This cannot be installed as a ${name}: ${problem}.`, {
    hint,
    cause,
  });
}
