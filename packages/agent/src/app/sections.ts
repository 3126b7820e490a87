import { existsSync } from "node:fs";
import path from "node:path";
import { Fault, type Tool, type ToolDeclaration } from "@reeve/sdk";
import { z } from "zod";
import { refuseBelow } from "../core/caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import type { Clock } from "../kernel/clock.ts";
import { listModels, type ModelEntry } from "../llm/catalogue.ts";
import type { ModelSwitch } from "../llm/model-switch.ts";
import { formatDollars } from "../llm/parse-dollars.ts";
import { PROVIDERS } from "../llm/providers.ts";
import type { Home } from "../platform/home.ts";
import type { Store } from "../store/store.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { ChooseModel } from "./choose-model.ts";

/** Which model answers: `modelOf` finds that of the agent in a chat. */
export function modelsSection(
  modelOf: (caller: Caller) => Promise<ModelSwitch>,
  choose: ChooseModel,
): ControlSection {
  return {
    name: "models",
    methods: {
      use: defineMethod({
        summary:
          "Answer with another model until the agent ends; without a name, say which one answers.",
        params: z.object({ name: z.string().min(1).optional() }),
        run: async ({ name }, caller) => {
          const model = await modelOf(caller);
          if (name === undefined) return { model: model.id };
          refuseBelow("admin", caller.person, "have another model answer");
          const chosen = await choose(name);
          model.use(chosen.model);
          return { model: chosen.description };
        },
      }),
      list: defineMethod({
        summary: "The models that are known, by provider; prices in dollars for a million tokens.",
        params: z.object({ provider: z.string().max(100).optional() }),
        run: async ({ provider }) => {
          const providers = Object.keys(PROVIDERS).filter((one) => (provider ?? one) === one);
          return (await Promise.all(providers.map(listModels))).flat().map(tellModel);
        },
      }),
    },
  };
}

function tellModel({ provider, id, price, ...facts }: ModelEntry) {
  return {
    id: `${provider}/${id}`,
    provider,
    ...facts,
    price: price
      ? { input: formatDollars(price.input), output: formatDollars(price.output) }
      : null,
  };
}

/** What the agent can do. */
export function toolsSection(toolbox: Toolbox): ControlSection {
  return {
    name: "tools",
    methods: {
      list: defineMethod({
        summary:
          "The tools, with their effect, scope and access; those that cannot run, with what they await.",
        params: z.object({}),
        run: async () => {
          const awaited = await Promise.all(toolbox.awaited.map(({ load }) => load()));
          return [
            ...toolbox.tools.map((tool) => ({ ...factsOf(tool), awaits: null })),
            ...awaited.map((tool) => ({ ...factsOf(tool), awaits: tool.awaits })),
          ];
        },
      }),
    },
  };
}

function factsOf({ name, summary, effect, scope, access }: Tool | ToolDeclaration) {
  return { name, effect, scope, access, summary };
}

function refuseTarget(target: string): void {
  if (!path.isAbsolute(target)) throw new Fault("invalid", `Not an absolute path: ${target}`);
  if (existsSync(target))
    throw new Fault("conflict", `${target} exists already.`, { hint: "Name a new file." });
  const folder = path.dirname(target);
  if (!existsSync(folder))
    throw new Fault("missing", `There is no folder ${folder}.`, { hint: "Create it first." });
}

interface StoreSectionParts {
  readonly store: Store;
  readonly home: Home;
  readonly clock: Clock;
}

/** The data. */
export function storeSection({ store, home, clock }: StoreSectionParts): ControlSection {
  return {
    name: "store",
    methods: {
      backup: defineMethod({
        summary: "Write a consistent copy of the database while the agent runs.",
        params: z.object({ file: z.string().optional() }),
        run: async ({ file }, { person }) => {
          refuseBelow("owner", person, "copy the data");
          const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-");
          const target = file ?? path.join(home.backups, `reeve-${stamp}.db`);
          refuseTarget(target);
          await store.backup(target);
          return { file: target };
        },
      }),
    },
  };
}
