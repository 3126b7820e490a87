import type { ToolDefinition } from "../../llm/model.ts";
import type { Extras } from "../../store/turns.ts";
import type { ToolSearchConfig } from "../../tools/config.ts";
import { createToolIndex } from "../../tools/tool-index.ts";
import { classifyIntent } from "../routing/classify-intent.ts";
import { isTrivial } from "../routing/is-trivial.ts";
import { selectProfile } from "../routing/select-profile.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";

export interface ToolOffer {
  /** The tools on offer that stand in the array of a new session. */
  readonly frozen: (offer: readonly ToolDefinition[]) => readonly ToolDefinition[];
  /**
   * What goes along with a message: where to look, and the definitions of tools
   * that fit it and were not told before. Null when the message needs neither.
   */
  extras(
    text: string,
    options: { offer: readonly ToolDefinition[]; delivered: ReadonlySet<string> },
  ): Extras | null;
}

/** Chooses and finds tools; an offer is indexed once. `maxTools` is the model's limit at this moment. */
export function createToolOffer(
  config: ToolSearchConfig,
  maxTools: () => number | undefined,
): ToolOffer {
  const choices = new WeakMap<readonly ToolDefinition[], ToolChoice>();
  const choiceOf = (offer: readonly ToolDefinition[]) => {
    const known = choices.get(offer);
    if (known) return known;
    const index = createToolIndex(offer);
    const choice = chooseTools(offer, {
      config,
      search: (query, options) => index.search(query, options),
      maxTools: maxTools(),
    });
    choices.set(offer, choice);
    return choice;
  };

  return {
    frozen: (offer) => choiceOf(offer).frozen,

    extras(text, { offer, delivered }) {
      if (isTrivial(text)) return null;
      const focus = selectProfile(classifyIntent(text))?.focus;
      const found = choiceOf(offer).shortlist(text, delivered);
      const parts = [...(focus ? [`[${focus}]`] : []), ...describe(found)];
      if (parts.length === 0) return null;
      return { text: parts.join("\n"), tools: found.map(({ name }) => name) };
    },
  };
}

function describe(tools: readonly ToolDefinition[]): readonly string[] {
  if (tools.length === 0) return [];
  const lines = tools.map(({ name, summary, params }) => JSON.stringify({ name, summary, params }));
  return [`<context type="tools">\nCall these with tool_call:\n${lines.join("\n")}\n</context>`];
}
