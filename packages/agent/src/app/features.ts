import type { Web } from "@reeve/sdk";
import { type BriefingFeatureDeps, createBriefingFeature } from "../features/briefing/feature.ts";
import type { Feature } from "../features/feature.ts";
import { createJournalFeature } from "../features/journal/feature.ts";
import { createNotesFeature } from "../features/notes/feature.ts";
import { createReadLaterFeature } from "../features/read-later/feature.ts";
import { createRemindersFeature } from "../features/reminders/feature.ts";
import { createTasksFeature } from "../features/tasks/feature.ts";
import type { MemorySearch } from "../memory/search.ts";
import type { ServiceFactories } from "../tools/toolbox.ts";
import { labelWeb, UNLABELLED } from "./tools/label-services.ts";

export interface FeaturesSetup extends BriefingFeatureDeps {
  /** Finds items by meaning; without it, by keyword only. */
  readonly memorySearch?: MemorySearch | undefined;
  /** Reads pages; without it, addresses are saved alone. */
  readonly web?: Web | undefined;
}

/** Creates every feature, in the order of its chat commands. */
export function createFeatures({ web, ...deps }: FeaturesSetup): readonly Feature[] {
  return [
    createNotesFeature(deps),
    createTasksFeature(deps),
    createRemindersFeature(deps),
    createReadLaterFeature({
      ...deps,
      web: web && ((labels = UNLABELLED) => labelWeb(web, labels)),
    }),
    createBriefingFeature(deps),
    createJournalFeature(deps),
  ];
}

/** Joins the services that features add for tools. */
export function featureServices(features: readonly Feature[]): ServiceFactories {
  return features.reduce<ServiceFactories>((all, { services }) => ({ ...all, ...services }), {});
}
