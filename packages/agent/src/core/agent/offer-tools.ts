import { describeTools } from "../../llm/describe-tools.ts";
import type { Model, ToolDefinition, ToolDelivery } from "../../llm/model.ts";
import type { Log } from "../../platform/log.ts";
import type { Extras } from "../../store/turns/turns.ts";
import type { ToolSearchConfig } from "../../tools/config.ts";
import type { SearchOffer } from "../../tools/offer-search.ts";
import { classifyIntent } from "../routing/classify-intent.ts";
import { isTrivial } from "../routing/is-trivial.ts";
import { selectProfile } from "../routing/select-profile.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";

type Tools = readonly ToolDefinition[];

interface OfferedTools {
  readonly offer: Tools;
  /** The tools on offer that the session may refer to. */
  readonly deferred: Tools;
  /** Names of tools whose definitions the session was told in words. */
  readonly told: ReadonlySet<string>;
  /** Names of tools that it was given otherwise. */
  readonly found: ReadonlySet<string>;
}

/** Which tools a model is shown, and where. */
export interface ToolOffer {
  /** The tools on offer that stand in the array of a new session. */
  readonly frozen: (offer: Tools) => Tools;
  /** The tools on offer that the system prompt of a new session lists. */
  readonly listed: (offer: Tools) => Tools;
  /** Returns the deferred tools of a request among those of the session: none if the model works without. */
  readonly deferred: (session: Tools) => Tools;
  /**
   * Returns extras of a message: where to look, and tools that fit it and were not offered before.
   * Null if the message needs neither.
   */
  readonly extras: (
    text: string,
    told: OfferedTools & { readonly signal: AbortSignal },
  ) => Promise<Extras | null>;
}

export interface ToolOfferDeps {
  /** Asked at each call, because it may be exchanged. */
  readonly model: Pick<Model, "maxTools" | "toolDelivery">;
  readonly search: SearchOffer;
  readonly log: Log;
}

/** Chooses the tools of requests by the config and by what the model in use wants. */
export function createToolOffer(
  config: ToolSearchConfig,
  { model, search, log }: ToolOfferDeps,
): ToolOffer {
  const choices = new WeakMap<Tools, Map<string, ToolChoice>>();
  const deliveryNow = (): ToolDelivery =>
    config.delivery === "auto" ? (model.toolDelivery ?? "tail") : "tail";

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
    if (choice.warning) log.warn("more tools than the model accepts", { ...choice.warning });
    ofOffer.set(key, choice);
    return choice;
  };

  return {
    frozen: (offer) => choiceOf(offer).frozen,

    listed: (offer) => choiceOf(offer).listed,

    deferred: (session) => (deliveryNow() === "reference" ? session : []),

    async extras(text, { offer, deferred, told, found, signal }) {
      if (isTrivial(text)) return null;
      const delivery = deliveryNow();
      const focus = selectProfile(classifyIntent(text))?.focus;
      // Where definitions are told in words, a name alone has told nothing.
      const delivered = delivery === "tail" ? told : new Set([...told, ...found]);
      const { tools, obvious } = await choiceOf(offer).shortlist(text, { delivered, signal });
      // A reference puts the whole definition into the prompt, which only one tool is worth.
      const isReferable = delivery === "reference" && obvious && deferred.includes(obvious);
      const byName = isReferable ? [obvious.name] : [];
      const inWords = tools.filter(({ name }) => !byName.includes(name));
      const parts = [
        ...(focus ? [`[${focus}]`] : []),
        ...(inWords.length > 0 ? [describeTools(inWords)] : []),
      ];
      if (parts.length === 0 && byName.length === 0) return null;
      const extras = { text: parts.join("\n"), tools: namesOf(inWords) };
      return byName.length > 0 ? { ...extras, found: byName } : extras;
    },
  };
}

function namesOf(tools: Tools): readonly string[] {
  return tools.map(({ name }) => name);
}
