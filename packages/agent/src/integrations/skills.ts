import type { CommandResult } from "./shell.ts";

/** The front matter of a SKILL.md, as https://agentskills.io/specification describes it. */
export interface SkillManifest {
  readonly name: string;
  readonly description: string;
  readonly license: string | undefined;
  /** The author's words on where it works. */
  readonly compatibility: string | undefined;
  readonly powers: SkillPowers;
  readonly requires: SkillRequirements;
}

/** Powers that a skill declares. They grant nothing: the gate decides on each call. */
export interface SkillPowers {
  /** Patterns of the tools that it works with. */
  readonly tools: readonly string[];
  /** Hosts that its scripts would like to reach. The sandbox has no network. */
  readonly hosts: readonly string[];
}

/** Everything that has to be there before a skill is offered. */
export interface SkillRequirements {
  /** Programs on the search path. */
  readonly programs: readonly string[];
  /** Names of environment variables. They are not passed on to scripts. */
  readonly env: readonly string[];
  /** Names of tools. */
  readonly tools: readonly string[];
}

/** A skill, as lists and questions show it. */
export interface SkillSummary extends SkillManifest {
  /** Folder, archive or repository that it came from; null if it comes with Reeve. */
  readonly source: string | null;
  /** `unusable`: it is enabled, and `reason` is in the way. */
  readonly state: "enabled" | "disabled" | "unusable";
  /** Why it cannot be used; null if it can. */
  readonly reason: string | null;
  /** SHA-256 of its files, in hexadecimal. */
  readonly digest: string;
  /** Paths of its scripts. */
  readonly scripts: readonly string[];
  /** Paths of its other files, without SKILL.md. */
  readonly files: readonly string[];
}

/** A file of a skill as text. */
export interface SkillText {
  readonly name: string;
  readonly path: string;
  readonly content: string;
  /** Paths of the skill's other files; with SKILL.md alone. */
  readonly files?: readonly string[];
}

export interface ScriptCall {
  readonly name: string;
  /** Path of the script, such as "scripts/count.mjs". */
  readonly script: string;
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string | undefined;
}

/** Access to skills during a call. */
export interface SkillUse {
  /**
   * Reads SKILL.md, or the file at `path`. `missing` for an unknown name or path; `unavailable` for a skill
   * that is disabled or lacks something; `conflict` if its files have changed since it was installed.
   */
  read(name: string, path?: string): Promise<SkillText>;
  /** Runs a script in the sandbox; fails as `read` does, and as the sandbox does. */
  run(call: ScriptCall, options: { readonly signal: AbortSignal }): Promise<CommandResult>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly skills: SkillUse;
  }
}

/** Installed and shipped skills. */
export interface Skills extends SkillUse {
  /** All skills, by name. */
  list(): Promise<readonly SkillSummary[]>;
  /** `missing` for an unknown name. */
  show(name: string): Promise<SkillSummary>;
  /** Reads a folder, an archive or a repository without installing anything. `invalid` if it is no skill. */
  inspect(source: string): Promise<SkillSummary>;
  /**
   * Installs a skill in place of an older one of its name. `digest` is that of the files that a person agreed
   * to: `conflict` if the source has others by now.
   */
  add(source: string, digest: string): Promise<SkillSummary>;
  setEnabled(name: string, enabled: boolean): Promise<SkillSummary>;
  /** Removes an installed skill. `denied` for one that comes with Reeve. */
  remove(name: string): Promise<void>;
  /** Names and descriptions of the installed skills that can be used, for prompts; sorted by name. */
  listed(): Promise<readonly Pick<SkillManifest, "name" | "description">[]>;
}

/** Contents of a skill's files by path, with `/` between folders. */
export type SkillFiles = ReadonlyMap<string, Buffer>;

/** Path of a skill's instructions. */
export const SKILL_FILE = "SKILL.md";

/** Where scripts are. */
export const SCRIPTS_FOLDER = "scripts/";
