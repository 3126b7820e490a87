import type { Model, ToolDefinition, ToolDelivery } from "../../llm/model.ts";
import type { Log } from "../../platform/log.ts";
import type { Extras } from "../../store/turns.ts";
import type { ToolSearchConfig } from "../../tools/config.ts";
import type { SearchOffer } from "../../tools/toolbox.ts";
import { classifyIntent } from "../routing/classify-intent.ts";
import { isTrivial } from "../routing/is-trivial.ts";
import { selectProfile } from "../routing/select-profile.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";

type Tools = readonly ToolDefinition[];

interface Told {
  readonly offer: Tools;
  /** Names of tools that the session was told of outside of the array. */
  readonly told: ReadonlySet<string>;
}

/** Which tools a model is shown, and where. */
export interface ToolOffer {
  /** The tools on offer that stand in the array of a new session. */
  readonly frozen: (offer: Tools) => Tools;
  /** The array of a request: the session's, and where the model wants it so, what was found since. */
  readonly array: (session: Tools, told: Told) => Tools;
  /**
   * What goes along with a message: where to look, and tools that fit it and were
   * not told before. Null when the message needs neither.
   */
  readonly extras: (text: string, told: Told) => Extras | null;
}

export interface ToolOfferParts {
  /** Asked at each call, because it may be exchanged. */
  readonly model: Pick<Model, "maxTools" | "toolDelivery">;
  readonly search: SearchOffer;
  readonly log: Log;
}

/** Chooses the tools of requests by the config and by what the model in use wants. */
export function createToolOffer(
  config: ToolSearchConfig,
  { model, search, log }: ToolOfferParts,
): ToolOffer {
  const choices = new WeakMap<Tools, Map<string, ToolChoice>>();
  const deliveryNow = (): ToolDelivery =>
    config.delivery === "auto" ? (model.toolDelivery ?? "tail") : config.delivery;

  const choiceOf = (offer: Tools): ToolChoice => {
    const delivery = deliveryNow();
    const key = `${delivery} ${model.maxTools}`;
    const ofOffer = choices.get(offer) ?? new Map<string, ToolChoice>();
    choices.set(offer, ofOffer);
    const known = ofOffer.get(key);
    if (known) return known;
    const choice = chooseTools(offer, {
      config: { ...config, enabled: config.enabled && delivery !== "all" },
      search: (query, options) => search(offer, query, options),
      maxTools: model.maxTools,
    });
    if (choice.warning) log.warn("more tools than the model takes", { ...choice.warning });
    ofOffer.set(key, choice);
    return choice;
  };

  return {
    frozen: (offer) => choiceOf(offer).frozen,

    array(session, { offer, told }) {
      if (deliveryNow() !== "array") return session;
      const standing = new Set(session.map(({ name }) => name));
      return [...session, ...offer.filter(({ name }) => told.has(name) && !standing.has(name))];
    },

    extras(text, { offer, told }) {
      if (isTrivial(text)) return null;
      const focus = selectProfile(classifyIntent(text))?.focus;
      const found = choiceOf(offer).shortlist(text, told);
      const parts = [
        ...(focus ? [`[${focus}]`] : []),
        ...(deliveryNow() === "tail" ? describe(found) : []),
      ];
      if (parts.length === 0 && found.length === 0) return null;
      return { text: parts.join("\n"), tools: found.map(({ name }) => name) };
    },
  };
}

function describe(tools: Tools): readonly string[] {
  if (tools.length === 0) return [];
  const lines = tools.map(({ name, summary, params }) => JSON.stringify({ name, summary, params }));
  return [`<context type="tools">\nCall these with tool_call:\n${lines.join("\n")}\n</context>`];
}
