import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { Fault } from "@reeve/sdk";
import { SCRIPTS_FOLDER, SKILL_FILE, type SkillFiles, type SkillManifest } from "../skills.ts";
import { MAX_SKILL_BYTES, parseSkill } from "./parse-skill.ts";

const MEGABYTE = 1_048_576;

/** Bounds of one skill. */
export const SKILL_BOUNDS = {
  files: 200,
  fileBytes: 2 * MEGABYTE,
  bytes: 10 * MEGABYTE,
  pathChars: 200,
  depth: 6,
} as const;

/** Names that every system can store, and that no command takes for an option. */
const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,+@()-]*(?<![ .])$/u;

/** Collects files within the bounds; throws `invalid` at the first that exceeds one. */
export class FileCollector {
  readonly #files = new Map<string, Buffer>();
  readonly #folded = new Set<string>();
  #bytes = 0;

  /** Checks the path and the size of a file before it is read. */
  expect(path: string, bytes: number): void {
    assertPath(path);
    if (bytes > SKILL_BOUNDS.fileBytes) throw tooLarge(`"${path}" is larger than 2 MB`);
    if (this.#files.size >= SKILL_BOUNDS.files)
      throw tooLarge(`it has more than ${SKILL_BOUNDS.files} files`);
    if (this.#bytes + bytes > SKILL_BOUNDS.bytes) throw tooLarge("it is larger than 10 MB");
  }

  add(path: string, content: Buffer): void {
    this.expect(path, content.length);
    // On some systems one of the two would replace the other.
    const folded = path.normalize("NFC").toLowerCase();
    if (this.#folded.has(folded)) throw refused(`"${path}" is in it twice`);
    this.#folded.add(folded);
    this.#bytes += content.length;
    this.#files.set(path, content);
  }

  get files(): SkillFiles {
    return this.#files;
  }
}

/** Checks whether a file is left out: it is hidden, or Finder added it. */
export function isLeftOut(path: string): boolean {
  return path.split("/").some((part) => /^\.[^./]/.test(part) || part === "__MACOSX");
}

function assertPath(path: string): void {
  const parts = path.split("/");
  const isGood =
    path.length <= SKILL_BOUNDS.pathChars &&
    parts.length <= SKILL_BOUNDS.depth &&
    parts.every((part) => SEGMENT.test(part));
  if (!isGood) throw refused(`the path ${JSON.stringify(path.slice(0, 300))} is not allowed`);
}

/** A skill's files, with what their SKILL.md says. */
export interface ExaminedSkill {
  readonly manifest: SkillManifest;
  readonly digest: string;
  readonly scripts: readonly string[];
  readonly others: readonly string[];
}

/** Checks the files of a skill. `folder` is the name of their folder, if that has to be the skill's. */
export function examineSkill(files: SkillFiles, folder?: string): ExaminedSkill {
  const content = files.get(SKILL_FILE);
  if (!content)
    throw refused(`there is no ${SKILL_FILE} in it`, "Name the folder that contains SKILL.md.");
  if (content.length > MAX_SKILL_BYTES)
    throw tooLarge(`${SKILL_FILE} is larger than 100 kB; move parts of it to references/`);
  if (!isUtf8(content)) throw refused(`${SKILL_FILE} is not UTF-8`);
  const manifest = parseSkill(content.toString());
  if (folder !== undefined && folder !== manifest.name)
    throw refused(
      `its folder is named ${JSON.stringify(folder)}, and its name is "${manifest.name}"`,
      "Give the folder the name that stands in SKILL.md.",
    );
  const paths = [...files.keys()].filter((path) => path !== SKILL_FILE).toSorted();
  return {
    manifest,
    digest: digestFiles(files),
    scripts: paths.filter(isScript),
    others: paths.filter((path) => !isScript(path)),
  };
}

function isScript(path: string): boolean {
  return path.startsWith(SCRIPTS_FOLDER);
}

/** Returns the SHA-256 of paths and contents, whatever the order. */
function digestFiles(files: SkillFiles): string {
  const hash = createHash("sha256");
  for (const path of [...files.keys()].toSorted()) {
    const content = files.get(path) ?? Buffer.alloc(0);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function tooLarge(problem: string): Fault {
  return refused(problem, "A skill has at most 200 files of 2 MB, and 10 MB in all.");
}

/** The fault of something that cannot be installed as a skill. */
export function refused(problem: string, hint = SHAPE, cause?: unknown): Fault {
  return new Fault("invalid", `This cannot be installed as a skill: ${problem}.`, { hint, cause });
}

const SHAPE = "A skill is a folder with a SKILL.md and ordinary files.";
