import { readLater as operations } from "@reeve/operations/memory/read-later";
import type { Web } from "@reeve/sdk";
import type { CallLabels } from "../../kernel/label.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import { callerScope } from "../caller-scope.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { itemDeps } from "../item-deps.ts";
import { restrictInGroups } from "../restrict-in-groups.ts";
import { createReadLater, writeOnlyReadLater } from "./create-read-later.ts";
import { createReadLaterOperations } from "./implement.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";

const NEWEST = 10;

export interface ReadLaterFeatureDeps extends FeatureDeps {
  /** Reads a page for a call; without it, addresses are saved alone. */
  readonly web?: ((labels: CallLabels | undefined) => Web) | undefined;
}

export function createReadLaterFeature(deps: ReadLaterFeatureDeps): Feature {
  const { store, newId, web } = deps;
  const readLaterOf = (scope: CallScope) => {
    const { tenant, person, labels } = scope;
    return createReadLater(
      store,
      { tenant, person },
      { ...itemDeps(scope, deps), web: web?.(labels) },
    );
  };
  return {
    services: { readLater: restrictInGroups(readLaterOf, writeOnlyReadLater) },
    operations: [
      createReadLaterOperations({
        readLaterOf: async (call) => readLaterOf(await callerScope(call, store)),
        newId,
      }),
    ],
    chatCommands: [readLaterCommand()],
  };
}

/** `/readlater`: what was saved and not read yet. */
function readLaterCommand(): ChatCommand {
  return {
    name: "readlater",
    usage: "/readlater",
    access: "anyone",
    scope: operations.list.scope,
    where: "direct",
    async answer(tx, { person: { tenant, id }, language }) {
      const filter = { status: "unread", limit: NEWEST } as const;
      const saved = await tx.readingList.list({ tenant, person: id }, filter);
      if (saved.length === 0) return textReply(texts(language).reading.none);
      const rows = saved.map(({ title, url }) =>
        url === null || url === title ? `- ${title}` : `- ${title}\n  ${url}`,
      );
      return textReply(rows.join("\n"));
    },
  };
}
