import { type Effect, Fault, type Replay, type Services, type Tool } from "@reeve/sdk";
import { z } from "zod";
import type { Address } from "../kernel/envelope.ts";
import type { CallId, PersonId, PlaceId, SessionId } from "../kernel/ids.ts";
import { isAtLeast, type Role } from "../kernel/principal.ts";
import { createToolIndex, type ToolIndex } from "./tool-index.ts";

/** For whom, where and as what a call runs. */
export interface CallScope {
  readonly tenant: string;
  readonly person: PersonId;
  readonly place: PlaceId;
  readonly session: SessionId;
  readonly call: CallId;
  /** What may be offered to the asker here. */
  readonly setting: Setting;
}

/** Who asks, and where: what the offer of tools depends on. */
export interface Setting {
  readonly role: Role;
  readonly kind: Address["kind"];
}

/** How services are bound to the person and place of a call. */
export type ServiceFactories = {
  readonly [Name in keyof Services]?: (scope: CallScope) => Services[Name];
};

export interface ToolDescription {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema, draft 7. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The best of an offer for a query, as `ToolIndex.search` ranks them. */
export type SearchOffer = (
  offer: readonly ToolDescription[],
  ...query: Parameters<ToolIndex["search"]>
) => ReturnType<ToolIndex["search"]>;

/** The tools that can run here, with the services they need. */
export interface Toolbox {
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  /** What the model is offered: the same setting gives the same list, in the same order. */
  offer(setting: Setting): readonly ToolDescription[];
  /** Finds tools of an offer by words. An offer is indexed once, when it is first searched. */
  readonly search: SearchOffer;
  /** The services that a tool declared in `needs`, bound to the call. */
  services(tool: Tool, scope: CallScope): Services;
}

/** Tools whose services are missing are left out. Two tools of one name are a bug. */
export function createToolbox(tools: readonly Tool[], factories: ServiceFactories): Toolbox {
  const usable = tools.filter((tool) => tool.needs.every((need) => factories[need]));
  const byName = new Map(usable.map((tool) => [tool.name, tool]));
  if (byName.size !== usable.length) throw new Error("two tools have the same name");
  const descriptions = new Map<Tool, ToolDescription>();
  const offers = new Map<string, readonly ToolDescription[]>();
  const indexes = new WeakMap<readonly ToolDescription[], ToolIndex>();

  const describe = (tool: Tool) => {
    const known = descriptions.get(tool);
    if (known) return known;
    const description = { name: tool.name, summary: tool.summary, params: toJsonSchema(tool) };
    descriptions.set(tool, description);
    return description;
  };

  return {
    tools: usable,
    get: (name) => byName.get(name),

    offer(setting) {
      const key = `${setting.role} ${setting.kind}`;
      const known = offers.get(key);
      if (known) return known;
      const offer = usable.filter((tool) => !objectionTo(tool, setting)).map(describe);
      offers.set(key, offer);
      return offer;
    },

    search(offer, query, options) {
      const index = indexes.get(offer) ?? createToolIndex(offer);
      indexes.set(offer, index);
      return index.search(query, options);
    },

    services(tool, scope) {
      const bound: Partial<Services> = {};
      for (const need of tool.needs) Object.assign(bound, { [need]: factories[need]?.(scope) });
      if (!holds(bound, tool.needs))
        throw new Fault("unavailable", `${tool.name} needs a service that is not here.`);
      return bound;
    },
  };
}

/** What a call of a tool does, and what may happen to it after a crash. A tool that does not exist does nothing. */
export function natureOf(tool: Tool | undefined): { effect: Effect; replay: Replay } {
  if (!tool) return { effect: "read", replay: "rerun" };
  const replay = tool.replay ?? (tool.effect === "read" ? "rerun" : "unknown");
  return { effect: tool.effect, replay };
}

/** Why a tool may not be used here by this role; undefined when it may. */
export function objectionTo(tool: Tool, { role, kind }: Setting): string | undefined {
  if (tool.access !== "anyone" && !isAtLeast(role, tool.access))
    return `${tool.name} may be used by ${tool.access} or above, and ${role} asked.`;
  if (tool.scope === "dm-only" && kind !== "direct")
    return `${tool.name} may be used in direct chats only.`;
  if (tool.scope === "group-only" && kind === "direct")
    return `${tool.name} may be used in groups only.`;
  if (tool.scope === "admin-only" && !isAtLeast(role, "admin"))
    return `${tool.name} may be used by admins only.`;
  return undefined;
}

function toJsonSchema(tool: Tool): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.params, { io: "input", target: "draft-7" });
  return schema;
}

/** A tool reads only what it declared, so having its needs is having its services. */
function holds(bound: Partial<Services>, needs: Tool["needs"]): bound is Services {
  return needs.every((need) => bound[need] !== undefined);
}
