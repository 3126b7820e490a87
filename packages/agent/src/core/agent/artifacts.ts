import { type Artifacts, Fault } from "@reeve/sdk";
import type { ChatId } from "../../kernel/ids.ts";
import type { CallLabels } from "../../kernel/label.ts";
import type { Store } from "../../store/store.ts";
import { findRuleDenial, type ToolPatterns } from "../../tools/tool-patterns.ts";
import { matchLines } from "./match-lines.ts";

/** Deps for reading long results and for labeling them. */
interface ArtifactReading {
  /** Results of tools that they take away are `denied`. */
  readonly rules?: ToolPatterns | undefined;
  readonly labels?: Pick<CallLabels, "mark"> | undefined;
}

/** The long results of one chat; those of other chats do not exist here. */
export function createArtifacts(
  store: Store,
  chat: ChatId,
  { rules, labels }: ArtifactReading = {},
): Artifacts {
  const contentOf = async (id: string): Promise<string> => {
    const artifact = await store.read.artifacts.byId(id);
    if (artifact?.chat !== chat)
      throw new Fault("missing", `Artifact not found in this chat: ${id}`, {
        hint: "Use the id from the shortened result.",
      });
    const denial = rules && findRuleDenial(artifact.tool, rules);
    if (denial) throw new Fault("denied", denial);
    if (artifact.label) labels?.mark(artifact.label);
    return artifact.content;
  };

  return {
    async read(id, { offset, limit }) {
      const content = await contentOf(id);
      const end = Math.min(offset + limit, content.length);
      return {
        text: content.slice(offset, end),
        offset,
        next: end < content.length ? end : undefined,
        totalChars: content.length,
      };
    },

    async search(id, { pattern, limit }) {
      return matchLines(await contentOf(id), { pattern, limit });
    },
  };
}
