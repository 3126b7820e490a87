import { Fault, type Workspace } from "@reeve/sdk";
import { withoutPrivate } from "../../integrations/workspace/without-private.ts";
import { withoutReading } from "../../memory/knowledge.ts";
import type { Folder } from "../../platform/folder.ts";
import type { CallScope, ServiceFactories } from "../../tools/toolbox.ts";

/**
 * The same services, without what the people who will read the answer may not see: what
 * belongs to one person stays out of groups, and the owner's memory and files are the owner's
 * alone. `folder` is the workspace's.
 */
export function guardServices(
  { workspace, memory, ...others }: ServiceFactories,
  folder: Folder,
): ServiceFactories {
  return {
    ...others,
    ...(workspace && {
      workspace: (scope) => {
        if (scope.setting.role !== "owner") return deniedWorkspace();
        return isAlone(scope) ? workspace(scope) : withoutPrivate(workspace(scope), folder);
      },
    }),
    ...(memory && {
      memory: (scope) =>
        isAlone(scope) && scope.setting.role === "owner"
          ? memory(scope)
          : withoutReading(memory(scope)),
    }),
  };
}

/** Whether the person who asks is the only one to read the answer. */
function isAlone({ setting: { kind } }: CallScope): boolean {
  return kind === "direct";
}

/** A workspace for those whom its files are none of their business: everything in it is `denied`. */
function deniedWorkspace(): Workspace {
  return {
    stat: deny,
    list: deny,
    read: deny,
    write: deny,
    hasWritten: () => undefined,
    remove: deny,
    rename: deny,
    digest: deny,
    info: deny,
  };
}

async function deny(): Promise<never> {
  throw new Fault("denied", "Only the owner can use the files in the workspace.", {
    hint: "Ask for the file in the chat.",
  });
}
