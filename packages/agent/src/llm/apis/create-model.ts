import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { Secret } from "../../platform/secret.ts";
import type { ModelEntry, ModelPrice } from "../catalog.ts";
import type { Model } from "../model.ts";
import { type Api, findProvider } from "../providers.ts";
import { anthropic } from "./anthropic.ts";
import { cocoonXml } from "./cocoon-xml.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./deadline.ts";
import { google } from "./google.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { streamAnswer } from "./stream-answer.ts";
import { tokenFetch } from "./token-fetch.ts";
import type { VendorModel } from "./vendor.ts";
import type { Wire } from "./wire.ts";

const WIRES: Readonly<Record<Api, Wire>> = {
  anthropic,
  google,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "cocoon-xml": cocoonXml,
};

/** Chosen model and its provider. */
export interface ModelChoice {
  /** Provider's name in the table. */
  readonly provider: string;
  /** Provider's id of the model, not an alias. */
  readonly model: string;
  /** Base URL in place of the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly key?: Secret | undefined;
}

export interface ModelDeps {
  /** Catalog entry of the model. */
  readonly entry: ModelEntry | undefined;
  /** Context window in tokens, in place of the catalog's. */
  readonly contextTokens?: number | undefined;
  /** In place of the catalog's. */
  readonly price?: ModelPrice | undefined;
  readonly clock: Clock;
  readonly timeouts?: Timeouts | undefined;
  /** Full path of the credentials file, for providers that use one. */
  readonly keyFile?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Creates a model of a provider. Heavy modules are loaded at the first request. Each request is
 * sent once; retrying is up to the caller. Throws `missing` if the table has no such provider.
 */
export function createModel(choice: ModelChoice, deps: ModelDeps): Model {
  const provider = findProvider(choice.provider);
  const id = `${choice.provider}/${choice.model}`;
  const { entry, clock, timeouts = DEFAULT_TIMEOUTS } = deps;
  const wire = WIRES[provider.api];
  const send = deps.fetch ?? fetch;
  const price = deps.price ?? entry?.price;
  const refersToTools = provider.toolReferences?.test(choice.model) === true;
  let opened: Promise<VendorModel> | undefined;

  async function open(): Promise<VendorModel> {
    if (provider.key !== undefined && !choice.key)
      throw new Fault("denied", `No API key for ${choice.provider}.`, {
        hint: `Set ${provider.key}, or run \`reeve setup\`.`,
      });
    return wire.open({
      provider,
      model: choice.model,
      baseUrl: choice.baseUrl ?? provider.baseUrl,
      key: choice.key?.reveal(),
      fetch: provider.keyFile === undefined ? send : tokenFetch(deps.keyFile, { send, clock }),
    });
  }

  return {
    id,
    contextTokens: deps.contextTokens ?? entry?.contextTokens ?? provider.contextTokens,
    price,
    unpriced: price || provider.key === undefined ? undefined : id,
    sees: entry?.images,
    maxTools: provider.maxTools,
    toolDelivery: refersToTools ? "reference" : "tail",
    slowMs: provider.slowMs,
    stream: (request, streaming) =>
      streamAnswer(request, streaming, {
        id,
        wire,
        provider,
        entry,
        refersToTools,
        timeouts,
        clock,
        open: () => (opened ??= open()),
      }),
  };
}
