import type { ChatId } from "../../kernel/ids.ts";
import type { ModelUsage } from "../../kernel/usage.ts";
import type { Model } from "../../llm/model.ts";
import { createVision, type VisionDeps } from "../../llm/vision.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import type { Vision as VisionService } from "../../tools/media.ts";

export interface VisionServiceDeps extends Pick<VisionDeps, "other" | "newId"> {
  /** The model that answers in a chat. */
  readonly modelOf: (chat: ChatId) => Promise<Model>;
}

/** Eyes for tools: of the model that answers in the call's chat, else of the one that the owner named for it. */
export function createVisionService({ modelOf, ...deps }: VisionServiceDeps) {
  return ({ chat, onCost }: Pick<CallScope, "chat" | "onCost">): VisionService => {
    const count = (spent: readonly ModelUsage[]) => onCost?.({ purpose: "see", spent });
    return {
      async look(picture, options) {
        const vision = createVision({ ...deps, model: await modelOf(chat) });
        const { text, spent } = await vision.describe(picture, { ...options, onLost: count });
        count(spent);
        return { text };
      },
    };
  };
}
