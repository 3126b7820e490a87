import { Fault, type Tool } from "@reeve/sdk";
import { z } from "zod";
import { nearest } from "../../kernel/nearest.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { OverrideTarget, ToolOverride } from "../../kernel/tool-override.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { isAlwaysAsked, categoryOf, overridesFor } from "../../tools/tool-overrides.ts";
import { natureOf, objectionTo, type Toolbox } from "../../tools/toolbox.ts";
import type { CurrentOverrides } from "../current-overrides.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import { changeOverride, describeOverride } from "./change-override.ts";
import type { TurnParts } from "./parts.ts";

/** A tool that is known and cannot run here. */
export interface MissingTool {
  readonly name: string;
  /** What it needs that is not there, as people are told. */
  readonly awaits: string;
}

type OverridesParts = Pick<TurnParts, "store" | "events" | "clock" | "toolbox"> & {
  readonly missing: readonly MissingTool[];
  readonly overrides: CurrentOverrides;
};

const name = z.string().trim().min(1).max(200);
const chat = z
  .union([z.literal("here"), z.object({ surface: z.string(), chat: z.string() })])
  .optional()
  .describe("`here`, or another chat; without it, everywhere.");

/** What people may do with tools: to see, to take away, and to give back. */
export function overridesSection(parts: OverridesParts): ControlSection {
  const { store, toolbox, missing } = parts;
  return {
    name: "tools",
    methods: {
      show: defineMethod({
        summary: "All that is known of a tool, and why it may or may not be used in this chat.",
        params: z.object({ name }),
        run: ({ name: wanted }, caller) => show(wanted, caller, parts),
      }),
      set: defineMethod({
        summary:
          "Take a tool or a category away, or keep it to some; only ever less than it declares.",
        params: z
          .object({
            tool: name.optional(),
            category: name.optional(),
            chat,
            enabled: z.boolean().optional(),
            scope: z.enum(["always", "dm-only", "group-only", "admin-only", "default"]).optional(),
            access: z.enum(["owner", "admin", "member", "anyone", "default"]).optional(),
            approval: z.enum(["always", "default"]).optional(),
          })
          .refine(({ tool, category }) => (tool === undefined) !== (category === undefined), {
            error: "Name a tool or a category, one of them.",
          }),
        run: async ({ tool, category, chat: where, ...change }, caller) => {
          refuseOthers(caller);
          const here = await placeOf(caller, store);
          const place = where === undefined ? undefined : await placeAt(where, caller, store);
          const kind = tool === undefined ? "category" : "tool";
          const target = { kind, name: tool ?? category ?? "", place: place?.id ?? null } as const;
          refuseUnknown(target, { toolbox, missing });
          const told = place ?? here;
          const override = await changeOverride(target, change, { ...parts, caller, told });
          return { [kind]: target.name, where: whereIs(place), now: describeOverride(override) };
        },
      }),
      modules: defineMethod({
        summary: "The categories of tools in this chat, on or off; turn one off or on here.",
        params: z.object({ category: name.optional(), enabled: z.boolean().optional() }),
        run: async ({ category, enabled }, caller) => {
          refuseOthers(caller);
          if (category !== undefined && enabled !== undefined) {
            const place = await placeAt("here", caller, store);
            const target = { kind: "category", name: category, place: place.id } as const;
            refuseUnknown(target, { toolbox, missing });
            await changeOverride(target, { enabled }, { ...parts, caller, told: place });
          }
          const { tenant } = caller.person;
          const here = await placeOf(caller, store);
          const modules = await listModules(store.read, { tenant, place: here, toolbox });
          return category === undefined
            ? modules
            : modules.filter(({ category: one }) => one === category);
        },
      }),
    },
  };
}

async function show(wanted: string, caller: Caller, { store, toolbox, missing }: OverridesParts) {
  const tool = toolbox.get(wanted);
  const { tenant } = caller.person;
  const all = overridesFor(wanted, await store.read.overrides.list(tenant));
  const places = new Map((await store.slow.places.list()).map((place) => [place.id, place]));
  const overrides = all.map((one) => ({
    [one.kind]: one.name,
    where: whereIs(one.place === null ? undefined : places.get(one.place)),
    says: describeOverride(one),
    setAt: one.setAt,
  }));
  if (!tool) {
    const known = missing.find((one) => one.name === wanted);
    if (!known) throw unknown({ kind: "tool", name: wanted, place: null }, { toolbox, missing });
    const why = `It needs ${known.awaits}, which is not there.`;
    return { name: wanted, category: categoryOf(wanted), isAvailable: false, why, overrides };
  }
  const place = await placeOf(caller, store);
  const here = place ? await store.read.overrides.ofPlace(tenant, place.id) : [];
  const held = place ? here : all.filter((one) => one.place === null);
  return { ...describe(tool), ...standing(tool, { caller, place, held }), overrides };
}

/** What a tool declares. */
function describe(tool: Tool) {
  const { name: named, summary, scope, access, needs, timeoutMs, utterances = [] } = tool;
  return {
    name: named,
    category: categoryOf(named),
    summary,
    ...natureOf(tool, undefined),
    effectDependsOnArguments: tool.effectOf !== undefined,
    scope,
    access,
    needs,
    ...(timeoutMs !== undefined && { timeoutMs }),
    params: z.toJSONSchema(tool.params, { io: "input", target: "draft-7" }),
    utterances,
  };
}

/** Whether the caller may use a tool in their chat, and why not. */
function standing(
  tool: Tool,
  {
    caller,
    place,
    held,
  }: {
    readonly caller: Caller;
    readonly place: Place | undefined;
    readonly held: readonly ToolOverride[];
  },
) {
  const { role } = caller.person;
  const objection = objectionTo(tool, { role, kind: place?.kind ?? "direct", overrides: held });
  const why = objection ?? `All that it needs is there, and ${role} may use it in this chat.`;
  return {
    isAvailable: objection === undefined,
    why,
    isAskedAbout: isAlwaysAsked(tool, held) || !["read", "write"].includes(tool.effect),
  };
}

export interface Module {
  readonly category: string;
  readonly state: "on" | "off" | "off everywhere";
  readonly tools: number;
}

/** The categories of tools, and whether a place may use them. */
export async function listModules(
  tx: Pick<Repositories, "overrides">,
  {
    tenant,
    place,
    toolbox,
  }: {
    readonly tenant: string;
    readonly place: Pick<Place, "id"> | undefined;
    readonly toolbox: Toolbox;
  },
): Promise<readonly Module[]> {
  const all = await tx.overrides.list(tenant);
  const off = all.filter(({ kind, isDisabled }) => kind === "category" && isDisabled);
  const counts = Map.groupBy(toolbox.tools, (tool) => categoryOf(tool.name));
  return [...counts].map(([category, { length: tools }]) => {
    const ofCategory = off.filter((one) => one.name === category);
    if (ofCategory.some((one) => one.place === null))
      return { category, state: "off everywhere", tools };
    const isOff = place !== undefined && ofCategory.some((one) => one.place === place.id);
    return { category, state: isOff ? "off" : "on", tools };
  });
}

function refuseOthers({ person }: Caller): void {
  if (isAtLeast(person.role, "admin")) return;
  throw new Fault("denied", "Only the owner and admins say which tools may be used.");
}

type Known = Pick<OverridesParts, "toolbox" | "missing">;

/** Throws `missing` for a tool or a category that nobody knows. */
export function refuseUnknown(target: OverrideTarget, known: Known): void {
  const names = namesOf(target.kind, known);
  if (!names.has(target.name)) throw unknown(target, known);
}

function unknown({ kind, name: wanted }: OverrideTarget, known: Known): Fault {
  const near = nearest(wanted, namesOf(kind, known));
  return new Fault("missing", `There is no ${kind} "${wanted}".`, {
    hint: near ? `Did you mean ${near}?` : "List them with: reeve tools list",
  });
}

function namesOf(kind: OverrideTarget["kind"], { toolbox, missing }: Known): ReadonlySet<string> {
  const names = [...toolbox.tools, ...missing].map((tool) => tool.name);
  return new Set(kind === "tool" ? names : names.map(categoryOf));
}

async function placeOf({ surface, chat: id, person }: Caller, { read }: Store) {
  const places = await read.places.byAddress(surface, id);
  return places.find(({ tenant }) => tenant === person.tenant);
}

async function placeAt(
  where: "here" | Pick<Caller, "surface" | "chat">,
  caller: Caller,
  store: Store,
): Promise<Place> {
  const { surface, chat: id } = where === "here" ? caller : where;
  const place = await placeOf({ ...caller, surface, chat: id }, store);
  if (place) return place;
  throw new Fault("missing", `Nothing was said in ${surface}/${id} yet.`, {
    hint: "Write a message there first, or leave the chat out: it holds everywhere then.",
  });
}

function whereIs(place: Place | undefined): string {
  return place ? `${place.surface}/${place.chat}` : "everywhere";
}
