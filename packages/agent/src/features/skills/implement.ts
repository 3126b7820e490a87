import { skills as contract } from "@reeve/operations/agent/skills";
import type { Skills, SkillSummary } from "../../integrations/skills.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";

export interface SkillOperationDeps {
  readonly skills: Skills;
  readonly newId: NewId;
}

export function createSkillOperations({ skills, newId }: SkillOperationDeps): Implementation {
  return implement(
    contract,
    {
      list: async (page) => cutPage((await skills.list()).map(toView), page, ({ name }) => name),
      show: async ({ name }) => toView(await skills.show(name)),
      inspect: async ({ source }) => toView(await skills.inspect(source)),
      add: async ({ source, digest }) => toView(await skills.add(source, digest)),
      update: async ({ name, enabled }) => toView(await skills.setEnabled(name, enabled)),
      remove: ({ name }) => skills.remove(name),
    },
    newId,
  );
}

function toView({ powers, license, compatibility, ...skill }: SkillSummary) {
  const { name, description, state, reason, source, digest, scripts, files } = skill;
  return {
    name,
    description,
    state,
    reason,
    source,
    digest,
    license: license ?? null,
    compatibility: compatibility ?? null,
    ...powers,
    scripts,
    files,
  };
}
