import { type Effect, Fault, type Replay, type Services, type Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Sampling } from "../kernel/sampling.ts";
import type { Address } from "../kernel/envelope.ts";
import type { CallId, PersonId, ChatId, SessionId } from "../kernel/ids.ts";
import type { CallLabels } from "../kernel/label.ts";
import { isAtLeast, type Role } from "../kernel/principal.ts";
import type { ToolOverride } from "../kernel/tool-override.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import { type UnavailableTool, formatRequirement } from "./unavailable-tool.ts";
import { createOfferSearch, type OfferSearch, type ToolMeaning } from "./offer-search.ts";
import type { ProgramCalls } from "./programs.ts";
import type { SubAgents } from "./sub-agents.ts";
import { findOverrideDenial } from "./tool-overrides.ts";
import { findRuleDenial, type ToolPatterns } from "./tool-patterns.ts";

/** Principal, chat and turn for which a call runs. */
export interface CallScope {
  readonly tenant: string;
  readonly person: PersonId;
  readonly chat: ChatId;
  readonly session: SessionId;
  /** Whether another call makes it, such as a program: the conversation does not read its result. */
  readonly isNested?: boolean | undefined;
  readonly call: CallId;
  /** Labels of the call: for the data it writes, and for what it reads. */
  readonly labels?: CallLabels | undefined;
  /** Context that decides which tools may be offered. */
  readonly setting: OfferContext;
  /** No tool is called: the person runs an operation themselves. */
  readonly isOperation?: true | undefined;
  /** Receives the cost of model calls that services made for the call. */
  readonly onCost?: ((cost: CallCost) => void) | undefined;
  /** Sub-agents of the call; absent where it may have none. */
  readonly subAgents?: SubAgents | undefined;
  /** Calls that a program of the call may make; absent where it may make none. */
  readonly programCalls?: ProgramCalls | undefined;
  /** The model for requests of MCP servers; absent where no turn pays for them. */
  readonly sampling?: Sampling | undefined;
}

/** Cost of model calls that a service made for a call. */
export interface CallCost {
  readonly purpose: "see";
  readonly spent: readonly ModelUsage[];
}

/** Requester, chat and agent, which decide the tools on offer. */
export interface OfferContext {
  readonly role: Role;
  readonly kind: Address["kind"];
  /** Tools of the agent. Default: all. */
  readonly rules?: ToolPatterns | undefined;
  /** Tool overrides that people set here. Default: none. */
  readonly overrides?: readonly ToolOverride[] | undefined;
}

/** Factories that bind services to the person and chat of a call. */
export type ServiceFactories = {
  readonly [Name in keyof Services]?: (scope: CallScope) => Services[Name];
};

export interface ToolDescription {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema, draft 7. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Finds tools that the requester may use here. */
export interface ToolFinder {
  /** Returns the best matches first; empty if there are none. The query may be in any language. */
  find(query: string): Promise<readonly ToolDescription[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly tools: ToolFinder;
  }
}

/** Tools that can run here, with the services they need. */
export interface Toolbox extends OfferSearch {
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  /** Known tools that cannot run here. */
  readonly awaited: readonly UnavailableTool[];
  /** Returns what a known tool still requires; undefined for every other name. */
  requires(name: string): string | undefined;
  /**
   * Returns the tools that the model is offered. The same context gives the same list in the same
   * order.
   */
  offer(setting: OfferContext): readonly ToolDescription[];
  /**
   * Replaces the tools of a source, such as an MCP server, which come and go while the agent runs. Those that
   * have not changed stay as they are. Throws `conflict` for a name that another source has.
   */
  replace(source: string, tools: SourceTools): void;
  /** Returns the services that a tool declared in `needs`, bound to the call. */
  services(tool: Pick<Tool, "name" | "needs">, scope: CallScope): Services;
}

/** Tools of one source. */
export interface SourceTools {
  readonly tools: readonly Tool[];
  /** Tools of the source that are known, and that cannot run now. Default: none. */
  readonly awaited?: readonly UnavailableTool[];
}

export interface ToolboxOptions {
  readonly awaited?: readonly UnavailableTool[];
  /** Search by meaning. Default: search by keyword only. */
  readonly meaning?: ToolMeaning | undefined;
  /** Weight of meaning relative to words in searches, 0 to 1. */
  readonly vectorWeight?: number | undefined;
}

/**
 * Creates a toolbox. Tools whose services are missing are left out. Two tools with the same name
 * are a bug.
 */
export function createToolbox(
  tools: readonly Tool[],
  factories: ServiceFactories,
  { awaited = [], ...finding }: ToolboxOptions = {},
): Toolbox {
  const usable = tools.filter((tool) => tool.needs.every((need) => factories[need]));
  const unusable = tools.filter((tool) => !usable.includes(tool));
  const own = {
    tools: usable,
    awaited: [...awaited, ...unusable.map((tool) => lacking(tool, factories))],
  };
  const sources = new Map<string, Required<SourceTools>>([[BUILT_IN, own]]);
  let now = join(sources);
  if (now.byName.size !== now.tools.length) throw new Error("two tools have the same name");
  const descriptions = new WeakMap<Tool, ToolDescription>();
  const offers = new Map<string, readonly ToolDescription[]>();

  const describe = (tool: Tool) => {
    const known = descriptions.get(tool);
    if (known) return known;
    const description = { name: tool.name, summary: tool.summary, params: toJsonSchema(tool) };
    descriptions.set(tool, description);
    return description;
  };
  const indexed = (tool: Tool) => ({ ...describe(tool), utterances: tool.utterances });
  const search = createOfferSearch(() => now.tools.map(indexed), finding);

  return {
    ...search,
    get tools() {
      return now.tools;
    },
    get: (name) => now.byName.get(name),
    get awaited() {
      return [...now.absent.values()];
    },
    requires: (name) => now.absent.get(name)?.requires,

    replace(source, { tools: next, awaited: waiting = [] }) {
      const before = now.byName;
      const others = new Map([...sources].filter(([name]) => name !== source));
      const taken = join(others).byName;
      const twice = next.find(({ name }) => taken.has(name));
      if (twice) throw new Fault("conflict", `There is already a tool named ${twice.name}.`);
      sources.set(source, { tools: next, awaited: waiting });
      now = join(sources);
      offers.clear();
      search.reindex({
        added: now.tools.filter((tool) => before.get(tool.name) !== tool).map(indexed),
        removed: [...before.keys()].filter((name) => !now.byName.has(name)),
      });
    },

    offer(setting) {
      const key = JSON.stringify([setting.role, setting.kind, setting.rules, setting.overrides]);
      const known = offers.get(key);
      if (known) return known;
      const offer = now.tools.filter((tool) => !findDenial(tool, setting)).map(describe);
      offers.set(key, offer);
      return offer;
    },

    services(tool, scope) {
      const bound: Partial<Services> = {};
      for (const need of tool.needs) Object.assign(bound, { [need]: factories[need]?.(scope) });
      if (!isOffered(bound, tool.needs))
        throw new Fault("unavailable", `${tool.name} needs a service that is not available.`);
      return bound;
    },
  };
}

/**
 * Returns the effect of a call and its replay policy. A call of an unknown tool has the effect
 * `read`.
 */
export function effectAndReplay(
  tool: Tool | undefined,
  args: unknown,
): { effect: Effect; replay: Replay } {
  if (!tool) return { effect: "read", replay: "rerun" };
  const effect = effectFor(tool, args);
  return { effect, replay: tool.replay ?? (effect === "read" ? "rerun" : "unknown") };
}

function effectFor(tool: Tool, args: unknown): Effect {
  if (!tool.effectOf) return tool.effect;
  const params = tool.params.safeParse(args);
  return params.success ? tool.effectOf(params.data) : tool.effect;
}

/** Returns why this role and agent may not use a tool here; undefined if they may. */
export function findDenial(
  tool: Tool,
  { role, kind, rules, overrides = [] }: OfferContext,
): string | undefined {
  if (tool.access !== "anyone" && !isAtLeast(role, tool.access))
    return `${tool.name} requires the role ${tool.access} or above; the requester's role is ${role}.`;
  if (tool.scope === "dm-only" && kind !== "direct")
    return `${tool.name} can be used only in direct chats.`;
  if (tool.scope === "group-only" && kind === "direct")
    return `${tool.name} can be used only in groups.`;
  if (tool.scope === "admin-only" && !isAtLeast(role, "admin"))
    return `${tool.name} can be used only by admins.`;
  const denial = rules && findRuleDenial(tool.name, rules);
  return denial ?? findOverrideDenial(tool, { role, kind }, overrides);
}

/** The source of the tools that come with the agent. */
const BUILT_IN = "";

/** Joins what all sources have. A tool that runs hides one of its name that cannot. */
function join(sources: ReadonlyMap<string, Required<SourceTools>>) {
  const tools = [...sources.values()].flatMap((source) => source.tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const waiting = [...sources.values()].flatMap((source) => source.awaited);
  const absent = new Map(waiting.map((tool) => [tool.name, tool] as const));
  for (const name of byName.keys()) absent.delete(name);
  return { tools, byName, absent };
}

/** Converts a tool to an unavailable one if services that it needs are missing. */
function lacking(tool: Tool, factories: ServiceFactories): UnavailableTool {
  const missing = tool.needs.filter((need) => !factories[need]);
  const requires = formatRequirement(missing);
  return { name: tool.name, requires, load: async () => tool };
}

function toJsonSchema(tool: Tool): Readonly<Record<string, unknown>> {
  if (tool.paramsSchema) return tool.paramsSchema;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.params, {
    io: "input",
    target: "draft-7",
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return schema;
}

/**
 * Schema details cost tokens in every request: drop patterns that a description explains in words,
 * and bounds that every number has. Calls are validated all the same.
 */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.description !== undefined) {
    delete schema.pattern;
    delete schema.minLength;
    delete schema.maxLength;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A tool reads only the services it declared, so it is enough that those are there. */
function isOffered(bound: Partial<Services>, needs: Tool["needs"]): bound is Services {
  return needs.every((need) => bound[need] !== undefined);
}
