import { sessions } from "@reeve/operations/work/sessions";
import { tools as toolOperations } from "@reeve/operations/agent/tools";
import { askAs } from "../src/operations/ask.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Access, Effect, Scope } from "@reeve/sdk";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readRecord, verifyAudit } from "../src/domains/audit.ts";
import { newId, toId } from "../src/kernel/ids.ts";
import { digestOf } from "../src/kernel/text/json.ts";
import { isAtLeast, lowerRole, type Role } from "../src/kernel/principal.ts";
import type { ModelRequest } from "../src/llm/model.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import type { ChatRule } from "../src/store/turns/chat-rules.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

/**
 * Whatever rules people set, remove, request and allow, in any order and with restarts in between: every
 * call that ran was allowed by the rules in effect, as this test models them independently, and is recorded
 * with the hash of its arguments.
 */
interface Declared {
  readonly name: string;
  readonly effect: Effect;
  readonly access: Access;
  readonly scope: Scope;
}

const TOOLS: readonly Declared[] = [
  { name: "home_read", effect: "read", access: "anyone", scope: "always" },
  { name: "home_write", effect: "write", access: "anyone", scope: "always" },
  { name: "home_owned", effect: "write", access: "owner", scope: "always" },
  { name: "mail_send", effect: "send", access: "member", scope: "always" },
  { name: "mail_private", effect: "write", access: "member", scope: "dm-only" },
  { name: "mail_group", effect: "read", access: "anyone", scope: "group-only" },
  { name: "shop_pay", effect: "pay", access: "admin", scope: "always" },
  { name: "shop_admin", effect: "exec", access: "anyone", scope: "admin-only" },
];

const ROLES = { ann: "owner", art: "admin", bob: "member", gus: "guest" } as const;
type Who = keyof typeof ROLES;

const CHATS = ["ann", "art", "bob", "gus", "group"] as const;
type ChatName = (typeof CHATS)[number];

interface Law {
  readonly kind: "tool" | "category";
  readonly name: string;
  /** Null: everywhere. */
  readonly chat: ChatName | null;
  readonly off: boolean;
  readonly access: Access | null;
  readonly scope: Scope | null;
  readonly always: boolean;
}

type Act =
  | {
      readonly type: "say";
      readonly who: Who;
      readonly group: boolean;
      readonly calls: readonly string[];
    }
  | { readonly type: "law"; readonly law: Law }
  | {
      readonly type: "policy";
      readonly chat: ChatName;
      readonly rule: "never" | "ask";
      readonly category: string;
    }
  | {
      readonly type: "grant";
      readonly chat: ChatName;
      readonly tool: string;
      readonly to: string | null;
    }
  | { readonly type: "decide"; readonly verdict: "allow" | "deny"; readonly by: "ann" | "art" }
  | { readonly type: "stop"; readonly chat: ChatName }
  | { readonly type: "restart" };

const who = fc.constantFrom("ann", "art", "bob", "gus");
const chat = fc.constantFrom(...CHATS);
const tool = fc.constantFrom(...TOOLS.map(({ name }) => name));
const category = fc.constantFrom("home", "mail", "shop");
const order = fc
  .tuple(fc.constantFrom("", "via"), fc.nat({ max: TOOLS.length - 1 }), fc.constantFrom("x", "y"))
  .map(([via, index, to]) => `${via}${index}${to}`);
const law: fc.Arbitrary<Law> = fc
  .record({
    isTool: fc.boolean(),
    tool,
    category,
    chat: fc.option(chat),
    off: fc.boolean(),
    access: fc.option(fc.constantFrom("owner", "admin", "member", "anyone")),
    scope: fc.option(fc.constantFrom("always", "dm-only", "group-only", "admin-only")),
    always: fc.boolean(),
  })
  .map(({ isTool, tool: ofTool, category: ofCategory, ...rest }) => ({
    ...rest,
    kind: isTool ? "tool" : "category",
    name: isTool ? ofTool : ofCategory,
  }));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("say"),
      who,
      group: fc.boolean(),
      calls: fc.array(order, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("law"), law }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("policy"),
      chat,
      rule: fc.constantFrom("never", "ask"),
      category,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("grant"),
      chat,
      tool,
      to: fc.option(fc.constantFrom("x", "y")),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("decide"),
      verdict: fc.constantFrom("allow", "allow", "deny"),
      by: fc.constantFrom("ann", "art"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("stop"), chat }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("restart") }) },
);

/** Tool overrides, rules and grants in effect at a moment, as modeled by the test. */
interface Laws {
  readonly laws: Map<string, Law>;
  readonly policies: {
    readonly chat: ChatName;
    readonly rule: string;
    readonly category: string;
  }[];
  readonly grants: {
    readonly chat: ChatName;
    readonly tool: string;
    readonly to: string | null;
  }[];
}

interface Effected {
  readonly call: string;
  readonly tool: Declared;
  readonly args: unknown;
  /** Denials of the call at the moment when it ran. */
  readonly denials: readonly string[];
}

/** Chat that is being answered, and the approval in effect. */
interface Moment {
  readonly chat: ChatName;
  readonly role: Role;
  readonly isReleased: boolean;
}

function objectionsTo(
  declared: Declared,
  args: unknown,
  { laws: { laws, policies, grants }, moment }: { laws: Laws; moment: Moment },
): string[] {
  const { chat: at, role, isReleased } = moment;
  const isGroup = at === "group";
  const [word] = declared.name.split("_");
  const naming = [...laws.values()].filter(
    (one) =>
      (one.chat === null || one.chat === at) &&
      one.name === (one.kind === "tool" ? declared.name : word),
  );
  const accesses = [declared.access, ...naming.flatMap(({ access }) => access ?? [])];
  const scopes = [declared.scope, ...naming.flatMap(({ scope }) => scope ?? [])];
  const said = policies.filter((one) => one.chat === at && one.category === word);
  const needsWord =
    !["read", "write"].includes(declared.effect) ||
    naming.some(({ always }) => always) ||
    said.length > 0;
  const isGrantable = !naming.some(({ always }) => always) && said.length === 0;
  const isGranted =
    isGrantable &&
    grants.some(
      (one) =>
        one.chat === at &&
        one.tool === declared.name &&
        (one.to === null || digestOf({ to: one.to }) === digestOf(args)),
    );
  return [
    ...(naming.some(({ off }) => off) ? ["it was switched off"] : []),
    ...accesses.flatMap((access) =>
      access !== "anyone" && !isAtLeast(role, access) ? [`${role} is not ${access}`] : [],
    ),
    ...(scopes.includes("dm-only") && isGroup ? ["only in direct chats"] : []),
    ...(scopes.includes("group-only") && !isGroup ? ["only in groups"] : []),
    ...(scopes.includes("admin-only") && !isAtLeast(role, "admin") ? ["only for admins"] : []),
    ...(said.some(({ rule }) => rule === "never") ? ["a rule forbids it"] : []),
    ...(needsWord && !isGranted && !isReleased ? ["nobody was asked"] : []),
  ];
}

/** Follows the newest message: `do 0x,via3y` calls tool 0 and, through `tool_call`, tool 3. */
function obey({ messages }: ModelRequest): ScriptedAnswer {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const text = messages[last]?.text ?? "";
  const [, orders] = /<user_message>do ([\w,]+)<\/user_message>\s*$/.exec(text) ?? [];
  if (!orders || messages.length > last + 1) return { text: "Done." };
  const calls = orders.split(",").flatMap((one) => {
    const [, via, index, to] = /^(via)?(\d)(\w)$/.exec(one) ?? [];
    const name = TOOLS[Number(index)]?.name ?? "";
    const args = { to };
    return via ? { name: "tool_call", args: { name, arguments: args } } : { name, args };
  });
  return { calls };
}

async function settled({ store }: RunningAgent): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { queued = 0, taken = 0 } = await store.read.inbox.count();
      const isSent = (await store.read.outbox.due(0, 0)).nextAt === undefined;
      return queued + taken === 0 && isSent;
    },
    { interval: 3, timeout: 20_000 },
  );
}

async function live(acts: readonly Act[]): Promise<readonly Effected[]> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-authority-"));
  const laws: Laws = { laws: new Map(), policies: [], grants: [] };
  const effected: Effected[] = [];
  let moment: Moment = { chat: "ann", role: "owner", isReleased: false };
  const tools = TOOLS.map((declared) =>
    fakeTool(declared.name, {
      ...declared,
      run: async (args, { callId }) => {
        const denials = objectionsTo(declared, args, { laws, moment });
        effected.push({ call: callId, tool: declared, args, denials });
      },
    }),
  );
  const begin = async () => {
    const messenger = scriptedChannel();
    const model = scriptedModel(obey);
    const agent = await startAgent({ home, model, channels: [messenger], tools, roles: ROLES });
    return { agent, messenger, model };
  };

  let running = await begin();
  let messages = 0;
  const say = async (name: Who, at: ChatName, text: string) => {
    messages += 1;
    const kind = at === "group" ? "group" : "direct";
    await running.messenger.say(text, { id: `m${messages}`, sender: name, externalId: at, kind });
    await settled(running.agent);
  };
  const callerAt = (at: ChatName, name: Who) => callerOf(running.agent, { name, externalId: at });
  const idOf = async (at: ChatName) => {
    const [found] = await running.agent.store.read.chats.byAddress("scripted", at);
    return found?.id ?? toId<"chat">("");
  };

  for (const name of ["ann", "art", "bob", "gus"] as const) await say(name, name, "hello");
  await say("ann", "group", "hello");
  for (const one of acts) {
    const { agent } = running;
    switch (one.type) {
      case "say": {
        const at = one.group ? "group" : one.who;
        moment = { chat: at, role: ROLES[one.who], isReleased: false };
        await say(one.who, at, `do ${one.calls.join(",")}`);
        break;
      }
      case "law": {
        const { kind, name, off, access, scope, always } = one.law;
        await askAs(agent.core.control, await callerAt("ann", "ann"))(
          kind === "tool" ? toolOperations.set : toolOperations.setCategory,
          {
            name,
            ...(one.law.chat && { chat: { surface: "scripted", chat: one.law.chat } }),
            enabled: !off,
            access: access ?? "default",
            scope: scope ?? "default",
            approval: always ? "always" : "default",
          },
        );
        laws.laws.set(`${kind} ${name} ${one.law.chat}`, one.law);
        break;
      }
      case "policy": {
        const { rule, category: ofCategory } = one;
        const [message] = await agent.store.read.inbox.find("m1");
        const policy: ChatRule = {
          id: newId(),
          chat: await idOf(one.chat),
          text: `${rule} ${ofCategory} ${laws.policies.length}`,
          rule,
          effect: null,
          category: ofCategory,
          message: toId(String(message?.id)),
        };
        await agent.store.commit("configure-place", (tx) => tx.chatRules.add(policy));
        laws.policies.push(one);
        break;
      }
      case "grant": {
        const grant = {
          id: newId(),
          tool: one.tool,
          chat: await idOf(one.chat),
          argsHash: one.to === null ? null : digestOf({ to: one.to }),
          grantedBy: (await callerAt("ann", "ann")).person.id,
          until: null,
        };
        await agent.store.commit("decide", (tx) => tx.approvals.addGrant(grant));
        laws.grants.push(one);
        break;
      }
      case "decide": {
        const [approval] = await agent.store.read.approvals.list(1);
        if (approval?.state !== "pending") break;
        const { person: by } = await callerAt(one.by, one.by);
        const asked = await agent.store.read.people.byId(approval.requester);
        const role = lowerRole(by.role, asked?.role ?? "stranger");
        const asking = await agent.store.read.chats.byId(approval.chat);
        const at = CHATS.find((name) => name === asking?.externalId) ?? "group";
        moment = { chat: at, role, isReleased: true };
        await agent.core.inbox.decide({ approval: approval.id, verdict: one.verdict, by });
        await settled(agent);
        break;
      }
      case "stop":
        await askAs(agent.core.control, await callerAt(one.chat, "ann"))(sessions.stop, {});
        break;
      case "restart":
        await agent[Symbol.asyncDispose]();
        running = await begin();
        break;
    }
  }

  const { agent } = running;
  const rows = await agent.store.read.audit.list("home", { limit: 1000 });
  const records = new Map(rows.map((row) => [String(row.call), readRecord(row)]));
  expect(await verifyAudit(agent.store.read.audit, "home")).toMatchObject({ isWhole: true });
  for (const { call, tool: declared, args, denials } of effected) {
    expect({ tool: declared.name, denials }).toEqual({ tool: declared.name, denials: [] });
    expect(records.get(call)).toMatchObject({
      tool: declared.name,
      effect: declared.effect,
      verdict: "allow",
      authority: expect.anything(),
      outcome: "value",
      argsHash: digestOf(args),
    });
  }
  const ran = new Set(effected.map(({ call }) => call));
  const claimed = rows.map(readRecord).filter((row) => Reflect.get(row, "outcome") === "value");
  expect(claimed.filter(({ call }) => !ran.has(call))).toEqual([]);
  expect(ran.size).toBe(effected.length);
  await endStory(agent);
  await agent[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
  return effected;
}

test("what runs was allowed at that moment, and is on record with its hash", async () => {
  const byAuthority = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), async (acts) => {
      for (const { tool: declared } of await live(acts))
        byAuthority.set(declared.effect, (byAuthority.get(declared.effect) ?? 0) + 1);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // The test only proves something if many calls ran, including ones that needed approval.
  expect([...byAuthority.keys()]).toEqual(expect.arrayContaining(["read", "write"]));
  expect([...byAuthority.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThan(RUNS);
}, 120_000);

const RUNS = Number(process.env["REEVE_RUNS"] ?? 15);
