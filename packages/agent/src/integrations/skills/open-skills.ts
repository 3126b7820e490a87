import { access, constants } from "node:fs/promises";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import { createInOrder } from "../../platform/serial-queue.ts";
import type { CommandResult } from "../shell.ts";
import {
  type ScriptCall,
  SKILL_FILE,
  type SkillFiles,
  type SkillRequirements,
  type Skills,
  type SkillSummary,
} from "../skills.ts";
import { readFolder } from "../packages/read-folder.ts";
import { type Download, readSource } from "../packages/read-source.ts";
import { type ExaminedSkill, examineSkill, SKILL } from "./skill-files.ts";
import { type InstalledSkill, parseRecords, type SkillRecords } from "./skill-records.ts";
import { folderOf, removeUnused, storeVersion } from "./versions.ts";

export interface SkillsDeps {
  /** Folder of installed skills, absolute. */
  readonly folder: string;
  /** Folder of the skills that come with Reeve, absolute. */
  readonly shipped: string;
  /** Stores which skills are installed, as text. */
  readonly records: {
    get(): Promise<string | undefined>;
    set(text: string): Promise<void>;
  };
  readonly processes: Processes;
  readonly download: Download;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasTool: (name: string) => boolean;
  readonly newId: () => string;
  /** Runs a script of a skill whose files are in `folder`. */
  readonly runScript: (
    call: ScriptCall & { readonly folder: string },
    signal: AbortSignal,
  ) => Promise<CommandResult>;
  /** Called when skills were added, removed, enabled or disabled. */
  readonly onChange: (skills: readonly SkillSummary[]) => void;
}

/** The most installed skills. */
const MAX_SKILLS = 100;

/** A skill on disk, or the reason that it cannot be read. */
interface Entry {
  readonly name: string;
  readonly folder: string;
  readonly installed: InstalledSkill | undefined;
  readonly skill: ExaminedSkill | undefined;
  readonly problem: string | undefined;
  readonly enabled: boolean;
}

/** Opens the skills of a home, and removes what an interrupted installation left there. */
export async function openSkills(deps: SkillsDeps): Promise<Skills> {
  const { folder, records, newId } = deps;
  const inOrder = createInOrder();
  let saved = parseRecords(await records.get());
  await removeUnused(folder, usedIn(saved));
  let entries = await readEntries(saved, deps);

  const change = async (next: SkillRecords) => {
    await records.set(JSON.stringify(next));
    saved = next;
    await removeUnused(folder, usedIn(saved));
    entries = await readEntries(saved, deps);
    deps.onChange(await list());
  };
  const find = (name: string) => entries.get(name) ?? refuseUnknown(name, entries);
  const list = async () =>
    Promise.all([...entries.values()].map((entry) => toSummary(entry, deps)));
  const show = async (name: string) => toSummary(find(name), deps);
  const readSkill = async (source: string) => {
    const { files, folder: own } = await readSource(source, SKILL, deps);
    return { ...examineSkill(files, own), files };
  };
  const usable = async (name: string) => {
    const entry = find(name);
    const { state, reason } = await toSummary(entry, deps);
    if (state !== "enabled") throw refuseUnusable(name, state, reason);
    return entry;
  };

  return {
    list,
    show,
    async inspect(source) {
      const found = await readSkill(source);
      refuseShipped(found.manifest.name, entries);
      return summaryOf(found, { source, state: "disabled", reason: null });
    },
    add: (source, digest) =>
      inOrder(async () => {
        const found = await readSkill(source);
        const { name } = found.manifest;
        refuseShipped(name, entries);
        if (found.digest !== digest) throw refuseOther(name);
        if (
          !Object.hasOwn(saved.installed, name) &&
          Object.keys(saved.installed).length >= MAX_SKILLS
        )
          throw new Fault("exhausted", `There are ${MAX_SKILLS} skills already.`, {
            hint: "Remove one with: reeve skills remove <name>",
          });
        await storeVersion(folder, { files: found.files, name, digest, id: newId() });
        const installed = { ...saved.installed, [name]: { digest, source } };
        await change({ installed, disabled: saved.disabled.filter((one) => one !== name) });
        return show(name);
      }),
    setEnabled: (name, enabled) =>
      inOrder(async () => {
        find(name);
        const others = saved.disabled.filter((one) => one !== name);
        await change({ ...saved, disabled: enabled ? others : [...others, name] });
        return show(name);
      }),
    remove: (name) =>
      inOrder(async () => {
        if (!find(name).installed)
          throw new Fault("denied", `The skill "${name}" comes with Reeve.`, {
            hint: `Disable it with: reeve skills disable ${name}`,
          });
        const { [name]: _, ...installed } = saved.installed;
        await change({ installed, disabled: saved.disabled.filter((one) => one !== name) });
      }),
    async listed() {
      const skills = (await list()).filter(
        ({ source, state }) => source !== null && state === "enabled",
      );
      return skills.map(({ name, description }) => ({ name, description }));
    },
    async read(name, wanted) {
      const entry = await usable(name);
      const files = await readUnchanged(entry);
      const at = wanted ?? SKILL_FILE;
      const content = files.get(at) ?? refuseMissingFile(name, at, files);
      if (!isText(content))
        throw new Fault("invalid", `"${at}" of the skill "${name}" is not text.`);
      const others = [...files.keys()].filter((one) => one !== SKILL_FILE).toSorted();
      return {
        name,
        path: at,
        content: content.toString(),
        ...(wanted === undefined && { files: others }),
      };
    },
    async run(call, { signal }) {
      const entry = await usable(call.name);
      const files = await readUnchanged(entry);
      if (!entry.skill?.scripts.includes(call.script))
        refuseMissingFile(call.name, call.script, files);
      return deps.runScript({ ...call, folder: entry.folder }, signal);
    },
  };
}

function usedIn({ installed }: SkillRecords): ReadonlySet<string> {
  return new Set(Object.values(installed).map(({ digest }) => digest));
}

async function readEntries(
  { installed, disabled }: SkillRecords,
  { folder, shipped }: Pick<SkillsDeps, "folder" | "shipped">,
): Promise<ReadonlyMap<string, Entry>> {
  const own = Object.entries(installed).map(([name, one]) => ({
    name,
    folder: folderOf(folder, one.digest, name),
    installed: one,
  }));
  const ours = SHIPPED.map((name) => ({
    name,
    folder: path.join(shipped, name),
    installed: undefined,
  }));
  const all = [...own, ...ours].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const entries = await Promise.all(
    all.map(async (one): Promise<Entry> => {
      const enabled = !disabled.includes(one.name);
      try {
        const skill = examineSkill(await readFolder(one.folder, SKILL), one.name);
        const isSame = !one.installed || one.installed.digest === skill.digest;
        return { ...one, enabled, skill, problem: isSame ? undefined : CHANGED };
      } catch (error) {
        // One damaged skill must not stop the agent; the list says what is wrong with it.
        const problem = error instanceof Error ? error.message : String(error);
        return { ...one, enabled, skill: undefined, problem };
      }
    }),
  );
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Names of the skills that come with Reeve. */
export const SHIPPED = ["meeting-minutes", "spending-report", "trip-planner"] as const;

const CHANGED = "its files have changed since it was installed";

async function toSummary(
  { skill, installed, problem, enabled, name }: Entry,
  deps: SkillsDeps,
): Promise<SkillSummary> {
  const source = installed?.source ?? null;
  const lack = problem ?? (skill && (await findLack(skill.manifest.requires, deps)));
  const state = !enabled ? "disabled" : lack === undefined ? "enabled" : "unusable";
  const shown = skill ?? {
    manifest: { ...NO_MANIFEST, name },
    digest: installed?.digest ?? "",
    scripts: [],
    others: [],
  };
  return summaryOf(shown, { source, state, reason: lack ?? null });
}

const NO_MANIFEST = {
  description: "",
  license: undefined,
  compatibility: undefined,
  powers: { tools: [], hosts: [] },
  requires: { programs: [], env: [], tools: [] },
} as const;

function summaryOf(
  { manifest, digest, scripts, others }: ExaminedSkill,
  rest: Pick<SkillSummary, "source" | "state" | "reason">,
): SkillSummary {
  return { ...manifest, digest, scripts, files: others, ...rest };
}

/** Returns what a skill lacks, as people read it; undefined if nothing. */
async function findLack(
  { programs, env, tools }: SkillRequirements,
  deps: Pick<SkillsDeps, "env" | "hasTool">,
): Promise<string | undefined> {
  const isThere = await Promise.all(programs.map((program) => hasProgram(program, deps.env)));
  const missing = [
    ...programs.filter((_, index) => !isThere[index]).map((name) => `the program ${name}`),
    ...env.filter((name) => !deps.env[name]).map((name) => `the environment variable ${name}`),
    ...tools.filter((name) => !deps.hasTool(name)).map((name) => `the tool ${name}`),
  ];
  return missing.length === 0 ? undefined : `it requires ${missing.join(", ")}`;
}

async function hasProgram(name: string, env: SkillsDeps["env"]): Promise<boolean> {
  if (!/^[\w.+-]+$/.test(name)) return false;
  const folders = (env["PATH"] ?? "/usr/bin:/bin").split(path.delimiter);
  const found = await Promise.all(
    folders
      .filter((folder) => path.isAbsolute(folder))
      .map((folder) =>
        access(path.join(folder, name), constants.X_OK).then(
          () => true,
          () => false,
        ),
      ),
  );
  return found.includes(true);
}

/** Reads the files as they were approved. */
async function readUnchanged({ name, folder, installed, skill }: Entry): Promise<SkillFiles> {
  const files = await readFolder(folder, SKILL);
  const { digest } = examineSkill(files, name);
  if (digest === (installed?.digest ?? skill?.digest)) return files;
  throw new Fault("conflict", `The skill "${name}" cannot be used: ${CHANGED}.`, {
    hint: "Ask the owner to install it again with: reeve skills add <source>",
  });
}

function isText(content: Buffer): boolean {
  return !content.includes(0) && Buffer.from(content.toString()).equals(content);
}

function refuseUnknown(name: string, entries: ReadonlyMap<string, Entry>): never {
  throw new Fault("missing", `There is no skill named ${JSON.stringify(name)}.`, {
    hint: `Skills: ${[...entries.keys()].join(", ")}.`,
  });
}

function refuseUnusable(name: string, state: string, reason: string | null): Fault {
  if (state === "disabled")
    return new Fault("unavailable", `The skill "${name}" is disabled.`, {
      hint: `The owner can enable it with: reeve skills enable ${name}`,
    });
  const isChanged = reason === CHANGED;
  return new Fault(
    isChanged ? "conflict" : "unavailable",
    `The skill "${name}" cannot be used: ${reason ?? "?"}.`,
    isChanged
      ? { hint: "Ask the owner to install it again with: reeve skills add <source>" }
      : { hint: "Tell the owner what is missing." },
  );
}

function refuseShipped(name: string, entries: ReadonlyMap<string, Entry>): void {
  const entry = entries.get(name);
  if (!entry || entry.installed) return;
  throw new Fault("conflict", `A skill named "${name}" comes with Reeve.`, {
    hint: "Give the folder and `name` in SKILL.md another name.",
  });
}

function refuseOther(name: string): Fault {
  return new Fault("conflict", `The files of the skill "${name}" are not those that were shown.`, {
    hint: "Look at it again with: reeve skills inspect <source>",
  });
}

function refuseMissingFile(name: string, file: string, files: SkillFiles): never {
  throw new Fault("missing", `The skill "${name}" has no file ${JSON.stringify(file)}.`, {
    hint: `Its files: ${[...files.keys()].toSorted().join(", ")}.`,
  });
}
