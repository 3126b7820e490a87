import type { Feature, FeatureDeps } from "../features/feature.ts";
import { createNotesFeature } from "../features/notes/feature.ts";
import type { MemorySearch } from "../memory/search.ts";
import type { ServiceFactories } from "../tools/toolbox.ts";

export interface FeaturesSetup extends FeatureDeps {
  /** Finds items by meaning; without it, by words alone. */
  readonly memorySearch?: MemorySearch | undefined;
}

/** Creates every feature, in the order of its chat commands. */
export function createFeatures(setup: FeaturesSetup): readonly Feature[] {
  return [createNotesFeature(setup)];
}

/** Joins the services that features add for tools. */
export function featureServices(features: readonly Feature[]): ServiceFactories {
  return features.reduce<ServiceFactories>((all, { services }) => ({ ...all, ...services }), {});
}
