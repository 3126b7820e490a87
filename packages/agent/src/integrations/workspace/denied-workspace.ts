import { Fault, type Workspace } from "@reeve/sdk";

/** A workspace for those whom its files are none of their business: everything in it is `denied`. */
export function deniedWorkspace(): Workspace {
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
