import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { Secret } from "../../platform/secret.ts";
import { findModel, type ModelPrice } from "../catalog.ts";
import type { Model } from "../model.ts";
import { findProvider, type Provider, resolveModelName } from "../providers.ts";
import { askContextWindow } from "./ask-context-window.ts";
import { createModel } from "./create-model.ts";
import type { Timeouts } from "./deadline.ts";
import { listServedModels } from "./list-served-models.ts";

export interface ModelSpec {
  readonly provider: string;
  /** An id or an alias. Absent: the provider's own choice, or the first that the server lists. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly key?: Secret | undefined;
  /** Context window in tokens; by default that of the catalog, or as the server reports it. */
  readonly contextTokens?: number | undefined;
}

export interface ModelPoolDeps {
  readonly clock: Clock;
  readonly timeouts?: Timeouts | undefined;
  readonly keyFile?: string | undefined;
  /** Prices that were set for models, by provider/model; they replace the catalog's. */
  readonly prices?: ReadonlyMap<string, ModelPrice> | undefined;
}

/** The models in use. */
export interface ModelPool {
  /**
   * The model, made when it is first asked for, and again when its key has changed.
   * Rejects with `missing` for an unknown provider, `unavailable` when a server had to
   * be asked for its models and did not answer.
   */
  get(wanted: ModelSpec): Promise<Model>;
}

interface Pooled {
  readonly key: Secret | undefined;
  readonly model: Model;
}

/** Keeps one client for each provider, model and endpoint. */
export function createModelPool(deps: ModelPoolDeps): ModelPool {
  const pool = new Map<string, Pooled>();
  return {
    async get({ provider: name, model: wanted, baseUrl, key, contextTokens }) {
      const provider = findProvider(name);
      const endpoint = baseUrl ?? provider.baseUrl;
      const model = await nameOf(wanted, provider, { baseUrl: endpoint, key });
      const place = `${name}:${model}:${endpoint}`;
      const known = pool.get(place);
      if (known && known.key === key) return known.model;
      const entry = await findModel(name, model);
      const choice = { provider: name, model, baseUrl: endpoint, key };
      const made = createModel(choice, {
        ...deps,
        entry,
        price: deps.prices?.get(`${name}/${model}`),
        contextTokens: contextTokens ?? (await askLocal(name, model, { baseUrl: endpoint, key })),
      });
      pool.set(place, { key, model: made });
      return made;
    },
  };
}

async function nameOf(
  wanted: string | undefined,
  provider: Provider,
  server: { readonly baseUrl: string; readonly key: Secret | undefined },
): Promise<string> {
  const name = wanted ?? provider.model;
  if (name !== undefined) return resolveModelName(provider, name);
  const [first] = await listServedModels({ ...server, signal: AbortSignal.timeout(LIST_MS) });
  if (first !== undefined) return first;
  throw new Fault("unavailable", `${server.baseUrl} has no models loaded.`, {
    hint: "Load a model on the server, or choose another server.",
  });
}

/** Only a server of one's own knows its window; others are in the catalog. */
async function askLocal(
  provider: string,
  model: string,
  server: { readonly baseUrl: string; readonly key: Secret | undefined },
): Promise<number | undefined> {
  if (provider !== "local") return undefined;
  const { contextTokens: assumed } = findProvider(provider);
  return askContextWindow(model, { ...server, assumed, signal: AbortSignal.timeout(LIST_MS) });
}

const LIST_MS = 3000;
