import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { SCRIPTS_FOLDER, SKILL_FILE, type SkillFiles, type SkillManifest } from "../skills.ts";
import { digestFile, type PackageKind, refused, tooLarge } from "../packages/package-files.ts";
import { MAX_SKILL_BYTES, parseSkill } from "./parse-skill.ts";

const MEGABYTE = 1_048_576;

/** Skills as packages. */
export const SKILL: PackageKind = {
  name: "skill",
  shape: "A skill is a folder with a SKILL.md and ordinary files.",
  bounds: {
    files: 200,
    fileBytes: 2 * MEGABYTE,
    bytes: 10 * MEGABYTE,
    pathChars: 200,
    depth: 6,
  },
};

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
    throw refused(SKILL, `there is no ${SKILL_FILE} in it`, {
      hint: "Name the folder that contains SKILL.md.",
    });
  if (content.length > MAX_SKILL_BYTES)
    throw tooLarge(SKILL, `${SKILL_FILE} is larger than 100 kB; move parts of it to references/`);
  if (!isUtf8(content)) throw refused(SKILL, `${SKILL_FILE} is not UTF-8`);
  const manifest = parseSkill(content.toString());
  if (folder !== undefined && folder !== manifest.name)
    throw refused(
      SKILL,
      `its folder is named ${JSON.stringify(folder)}, and its name is "${manifest.name}"`,
      { hint: "Give the folder the name that stands in SKILL.md." },
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
  for (const path of [...files.keys()].toSorted())
    digestFile(hash, path, files.get(path) ?? Buffer.alloc(0));
  return hash.digest("hex");
}
