import { type Skill, skills } from "@reeve/operations/agent/skills";
import type { DeepReadonly } from "@reeve/operations/operation";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve skills`. */
export const skillsCommand = defineCommandLine({
  command: "skills",
  operations: skills,
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no skills."),
    show: describeSkill,
    inspect: describeSkill,
    add: toLine,
    update: toLine,
    remove: () => "Removed.",
  },
});

function toLine({ name, state, source, reason }: DeepReadonly<Skill>): string {
  const facts = [source ?? "comes with Reeve", ...(reason === null ? [] : [reason])];
  return `${name.padEnd(24)} ${state.padEnd(9)} ${facts.join(", ")}`;
}

/** Formats what a person should see before they agree to a skill. */
export function describeSkill(skill: DeepReadonly<Skill>): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ["name", skill.name],
    ["description", skill.description],
    ["state", skill.reason === null ? skill.state : `${skill.state}: ${skill.reason}`],
    ["source", skill.source ?? "comes with Reeve"],
    ["license", skill.license],
    ["needs", skill.compatibility],
    ["tools", listed(skill.tools)],
    ["hosts", skill.hosts.length === 0 ? null : `${listed(skill.hosts)} (scripts have no network)`],
    ["scripts", listed(skill.scripts)],
    ["files", listed(skill.files)],
    ["sha256", skill.digest],
  ];
  return rows
    .flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(12)} ${value}`]))
    .join("\n");
}

function listed(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(", ");
}
