import { fromPublicAddress } from "../../../kernel/public-address.ts";
import { tools, type ToolView } from "@reeve/operations/agent/tools";
import type { ScheduledJob } from "@reeve/operations/work/schedules";
import { Fault, type Tool } from "@reeve/sdk";
import { z } from "zod";
import type { ScheduleDraft } from "../../../domains/schedules.ts";
import { suggestName } from "../../../kernel/text/suggest-name.ts";
import type { OverrideTarget, ToolOverride } from "../../../kernel/tool-override.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories, Store } from "../../../store/store.ts";
import { findProblem } from "../../../tools/find-problem.ts";
import { isAlwaysAsked, categoryOf, overridesFor } from "../../../tools/tool-overrides.ts";
import { effectAndReplay, findDenial, type Toolbox } from "../../../tools/toolbox.ts";
import type { CurrentOverrides } from "./current-overrides.ts";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage } from "../../../operations/pages.ts";
import { changeOverride, describeOverride } from "./change-override.ts";
import type { TurnDeps } from "../deps.ts";

type ToolDeps = Pick<TurnDeps, "store" | "events" | "clock" | "toolbox" | "newId"> & {
  readonly overrides: CurrentOverrides;
  /** Returns the name of the channel that serves a service; undefined for none. */
  readonly connectionOf: (service: string) => string | undefined;
  readonly schedule: (draft: ScheduleDraft, caller: Caller) => Promise<ScheduledJob>;
};

/** Tools, and the overrides that restrict them. */
export function toolOperations(deps: ToolDeps): Implementation {
  const { store, toolbox, newId } = deps;
  const change = async (
    kind: OverrideTarget["kind"],
    { name, chat: where, ...wanted }: OverrideChange,
    caller: Caller,
  ) => {
    const chat = where && (await chatAt(fromPublicAddress(where), caller, store));
    const target = { kind, name, chat: chat?.id ?? null };
    refuseUnknown(target, toolbox);
    const told = chat ?? (await chatOf(caller, store));
    const override = await changeOverride(target, wanted, { ...deps, caller, told });
    return { [kind]: name, where: whereIs(chat), now: describeOverride(override) };
  };
  return implement(
    tools,
    {
      list: async (page) =>
        cutPage(await listTools(toolbox, deps.connectionOf), page, ({ name }) => name),
      show: ({ name }, caller) => show(name, caller, deps),
      find: ({ query }, caller) => find(query, caller, deps),
      async try({ name, params }, call) {
        refuseUnknown({ kind: "tool", name, chat: null }, toolbox);
        const problem = findProblem({ name, params }, toolbox);
        if (problem !== undefined) throw new Fault("invalid", problem);
        const { id } = await deps.schedule(
          {
            id: call.key,
            text: `Call ${name}`,
            at: "now",
            tool: { name, params },
          },
          call,
        );
        return { job: id };
      },
      set: (wanted, caller) => change("tool", wanted, caller),
      setCategory: (wanted, caller) => change("category", wanted, caller),
      async categories(page, caller) {
        const { tenant } = caller.person;
        const here = await chatOf(caller, store);
        const modules = await listModules(store.read, { tenant, chat: here, toolbox });
        return cutPage(modules, page, ({ category }) => category);
      },
    },
    newId,
  );
}

type OverrideChange = z.output<typeof tools.set.input>;

/** Lists the tools that can run, then those that cannot, with what they need. */
export async function listTools(
  { tools: ready, awaited }: Pick<Toolbox, "tools" | "awaited">,
  connectionOf: ToolDeps["connectionOf"],
): Promise<readonly ToolView[]> {
  const missing = awaited.map(async ({ load, requires }) => ({
    ...factsOf(await load()),
    awaits: requires,
    connection: null,
  }));
  return [
    ...ready.map((tool) => ({
      ...factsOf(tool),
      awaits: null,
      connection: tool.needs.map(connectionOf).find((channel) => channel !== undefined) ?? null,
    })),
    ...(await Promise.all(missing)),
  ];
}

const FIND_MS = 10_000;

/** As many as a model is shown. */
const FOUND = 8;

async function find(query: string, caller: Caller, { store, toolbox, overrides }: ToolDeps) {
  const chat = await chatOf(caller, store);
  const { role } = caller.person;
  const held = chat && (await overrides.of(chat));
  const offer = toolbox.offer({ role, kind: chat?.kind ?? "direct", overrides: held });
  const signal = AbortSignal.timeout(FIND_MS);
  const hits = await toolbox.search(offer, query, { limit: FOUND, minScore: 0, signal });
  const byName = new Map(offer.map((tool) => [tool.name, tool]));
  const found = hits.flatMap(({ name }) => byName.get(name) ?? []);
  return { tools: found.map(({ name, summary }) => ({ name, summary })) };
}

type Facts = Pick<Tool, "name" | "summary" | "effect" | "scope" | "access">;

function factsOf({ name, summary, effect, scope, access }: Facts) {
  return { name, effect, scope, access, summary };
}

async function show(wanted: string, caller: Caller, { store, toolbox }: ToolDeps) {
  const tool = toolbox.get(wanted);
  const { tenant } = caller.person;
  const all = overridesFor(wanted, await store.read.overrides.list(tenant));
  const chats = new Map((await store.slow.chats.list()).map((chat) => [chat.id, chat]));
  const overrides = all.map((one) => ({
    [one.kind]: one.name,
    where: whereIs(one.chat === null ? undefined : chats.get(one.chat)),
    isDisabled: one.isDisabled,
    scope: one.scope,
    access: one.access,
    isAlwaysAsked: one.approval === "always",
    says: describeOverride(one),
    setAt: one.setAt,
  }));
  if (!tool) {
    const requires = toolbox.requires(wanted);
    if (requires === undefined) throw unknown({ kind: "tool", name: wanted, chat: null }, toolbox);
    const why = `The tool needs ${requires}, which is not available.`;
    return { name: wanted, category: categoryOf(wanted), isAvailable: false, why, overrides };
  }
  const chat = await chatOf(caller, store);
  const here = chat ? await store.read.overrides.ofChat(tenant, chat.id) : [];
  const held = chat ? here : all.filter((one) => one.chat === null);
  return { ...describe(tool), ...standing(tool, { caller, chat, held }), overrides };
}

/** Describes what a tool declares. */
function describe(tool: Tool) {
  const { name: named, summary, scope, access, needs, timeoutMs, utterances = [] } = tool;
  return {
    name: named,
    category: categoryOf(named),
    summary,
    ...effectAndReplay(tool, undefined),
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
    chat,
    held,
  }: {
    readonly caller: Caller;
    readonly chat: Chat | undefined;
    readonly held: readonly ToolOverride[];
  },
) {
  const { role } = caller.person;
  const denial = findDenial(tool, { role, kind: chat?.kind ?? "direct", overrides: held });
  const why = denial ?? `Its requirements are met, and the role ${role} can use it in this chat.`;
  return {
    isAvailable: denial === undefined,
    why,
    isAskedAbout: isAlwaysAsked(tool, held) || !["read", "write"].includes(tool.effect),
  };
}

export interface Module {
  readonly category: string;
  readonly state: "on" | "off" | "off everywhere";
  readonly tools: number;
}

/** The categories of tools, and whether a chat may use them. */
export async function listModules(
  tx: Pick<Repositories, "overrides">,
  {
    tenant,
    chat,
    toolbox,
  }: {
    readonly tenant: string;
    readonly chat: Pick<Chat, "id"> | undefined;
    readonly toolbox: Toolbox;
  },
): Promise<readonly Module[]> {
  const all = await tx.overrides.list(tenant);
  const off = all.filter(({ kind, isDisabled }) => kind === "category" && isDisabled);
  const counts = Map.groupBy(toolbox.tools, (tool) => categoryOf(tool.name));
  return [...counts].map(([category, { length }]) => {
    const ofCategory = off.filter((one) => one.name === category);
    if (ofCategory.some((one) => one.chat === null))
      return { category, state: "off everywhere", tools: length };
    const isOff = chat !== undefined && ofCategory.some((one) => one.chat === chat.id);
    return { category, state: isOff ? "off" : "on", tools: length };
  });
}

type KnownTools = Pick<Toolbox, "tools" | "awaited">;

/** Throws `missing` for a tool or a category that nobody knows. */
export function refuseUnknown(target: OverrideTarget, known: KnownTools): void {
  const names = namesOf(target.kind, known);
  if (!names.has(target.name)) throw unknown(target, known);
}

function unknown({ kind, name: wanted }: OverrideTarget, known: KnownTools): Fault {
  const near = suggestName(wanted, namesOf(kind, known));
  return new Fault("missing", `Unknown ${kind}: "${wanted}".`, {
    hint: near ? `Did you mean ${near}?` : "List all tools: reeve tools list",
  });
}

function namesOf(
  kind: OverrideTarget["kind"],
  { tools: ready, awaited }: KnownTools,
): ReadonlySet<string> {
  const names = [...ready, ...awaited].map((tool) => tool.name);
  return new Set(kind === "tool" ? names : names.map(categoryOf));
}

async function chatOf({ channel, externalId: id, person }: Caller, { read }: Store) {
  const chats = await read.chats.byAddress(channel, id);
  return chats.find(({ tenant }) => tenant === person.tenant);
}

async function chatAt(
  where: Pick<Caller, "channel" | "externalId">,
  caller: Caller,
  store: Store,
): Promise<Chat> {
  const { channel, externalId: id } = where;
  const chat = await chatOf({ ...caller, channel, externalId: id }, store);
  if (chat) return chat;
  throw new Fault("missing", `${channel}/${id} has no messages yet.`, {
    hint: "Write a message there first, or omit the chat to apply the change everywhere.",
  });
}

function whereIs(chat: Chat | undefined): string {
  return chat ? `${chat.channel}/${chat.externalId}` : "everywhere";
}
