import type { Model } from "./model.ts";

/** A model that can be exchanged while the agent runs; a request that is under way ends with the old one. */
export interface ModelSwitch extends Model {
  use(model: Model): void;
}

export function createModelSwitch(first: Model): ModelSwitch {
  let current = first;
  return {
    get id() {
      return current.id;
    },
    get contextTokens() {
      return current.contextTokens;
    },
    get price() {
      return current.price;
    },
    get unpriced() {
      return current.unpriced;
    },
    get sees() {
      return current.sees;
    },
    get maxTools() {
      return current.maxTools;
    },
    get toolDelivery() {
      return current.toolDelivery;
    },
    get slowMs() {
      return current.slowMs;
    },
    stream: (request, options) => current.stream(request, options),
    use(model) {
      current = model;
    },
  } satisfies Record<keyof Model, unknown> & ModelSwitch;
}
