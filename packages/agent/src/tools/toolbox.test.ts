import type { Access, Scope, Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../kernel/ids.ts";
import type { Role } from "../kernel/principal.ts";
import { type CallScope, createToolbox, effectAndReplay, findDenial } from "./toolbox.ts";
import { fakeNotes } from "../features/notes/testing/fake-notes.ts";
import { fixedClock } from "./testing/contexts.ts";

function toolThat(own: Partial<Tool> = {}): Tool {
  return {
    name: "look",
    summary: "Looks.",
    effect: "read",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({}),
    run: async () => "seen",
    ...own,
  };
}

const scope: CallScope = {
  tenant: "home",
  person: toId("person-1"),
  chat: toId("place-1"),
  session: toId("session-1"),
  call: toId("call-1"),
  setting: { role: "owner", kind: "direct" },
};

const ownerInDirect = { role: "owner", kind: "direct" } as const;
const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

test("a tool whose service is missing is neither offered nor found", () => {
  const notes = toolThat({ name: "note_list", needs: ["notes"] });
  const both = toolThat({ name: "note_time", needs: ["notes", "clock"] });
  const box = createToolbox([notes, toolThat(), both], { notes: fakeNotes });
  expect(namesOf(box.tools)).toEqual(["note_list", "look"]);
  expect(namesOf(box.offer(ownerInDirect))).toEqual(["note_list", "look"]);
  expect(box.get("note_time")).toBeUndefined();
  expect(box.get("note_list")).toBe(notes);
});

test("what cannot run here is known with what it waits for, and is not offered", async () => {
  const notes = toolThat({ name: "note_list", needs: ["notes", "clock"] });
  const awaited = ["post", "look"].map((name) => ({
    name,
    requires: "a letter box",
    load: async () => ({ ...toolThat({ name }), requires: "a letter box" }),
  }));

  const box = createToolbox([notes, toolThat()], { notes: fakeNotes }, { awaited });

  expect(namesOf(box.offer(ownerInDirect))).toEqual(["look"]);
  expect(box.get("post")).toBeUndefined();
  expect(["post", "note_list", "look", "nothing"].map((name) => box.requires(name))).toEqual([
    "a letter box",
    "the service clock",
    undefined,
    undefined,
  ]);
  expect(box.awaited.map(({ name, requires }) => `${name}: ${requires}`)).toEqual([
    "post: a letter box",
    "note_list: the service clock",
  ]);
  const loaded = await Promise.all(box.awaited.map((tool) => tool.load()));
  expect(loaded.map(({ name }) => name)).toEqual(["post", "note_list"]);
});

test("two tools of one name are a bug, unless one of them cannot run here", () => {
  expect(() => createToolbox([toolThat(), toolThat()], {})).toThrow("two tools have the same name");
  expect(createToolbox([toolThat(), toolThat({ needs: ["notes"] })], {}).tools).toHaveLength(1);
});

test("the same setting is offered the same list, in the order of the tools", () => {
  const tools = ["write", "look", "ask"].map((name) => toolThat({ name }));
  const box = createToolbox(tools, {});
  expect(namesOf(box.offer(ownerInDirect))).toEqual(["write", "look", "ask"]);
  expect(box.offer({ ...ownerInDirect })).toBe(box.offer(ownerInDirect));
});

test("a tool is described by its name, its summary and the schema of its arguments", () => {
  const params = z.object({ to: z.string().describe("Whom."), times: z.number().default(1) });
  const box = createToolbox([toolThat({ params })], {});
  expect(box.offer(ownerInDirect)).toEqual([
    {
      name: "look",
      summary: "Looks.",
      params: {
        type: "object",
        properties: {
          to: { type: "string", description: "Whom." },
          times: { type: "number", default: 1 },
        },
        required: ["to"],
      },
    },
  ]);
});

const KINDS = ["direct", "group", "channel"] as const;

test.each<[Scope, Role, readonly string[]]>([
  ["always", "member", ["direct", "group", "channel"]],
  ["dm-only", "member", ["direct"]],
  ["group-only", "member", ["group", "channel"]],
  ["admin-only", "member", []],
  ["admin-only", "admin", ["direct", "group", "channel"]],
])("a tool for %s may be used by a %s in %j", (where, role, kinds) => {
  const tool = toolThat({ scope: where });
  expect(KINDS.filter((kind) => !findDenial(tool, { role, kind }))).toEqual(kinds);
  const offered = KINDS.filter(
    (kind) => createToolbox([tool], {}).offer({ role, kind }).length > 0,
  );
  expect(offered).toEqual(kinds);
});

test.each<[Access, readonly Role[]]>([
  ["owner", ["owner"]],
  ["admin", ["owner", "admin"]],
  ["member", ["owner", "admin", "member"]],
  ["anyone", ["owner", "admin", "member", "guest", "stranger"]],
])("a tool for %s may be used by %j", (access, allowed) => {
  const roles: readonly Role[] = ["owner", "admin", "member", "guest", "stranger"];
  const tool = toolThat({ access });
  expect(roles.filter((role) => !findDenial(tool, { role, kind: "direct" }))).toEqual(allowed);
});

test("a description tells forms in words alone, and bounds that mean something", () => {
  const params = z.object({
    day: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .max(10)
      .describe("A date."),
    code: z.string().regex(/^x$/),
    count: z.int().min(1),
  });
  const [offered] = createToolbox([toolThat({ params })], {}).offer(ownerInDirect);
  expect(offered?.params["properties"]).toEqual({
    day: { type: "string", description: "A date." },
    code: { type: "string", pattern: "^x$" },
    count: { type: "integer", minimum: 1 },
  });
});

test("the effect of a call may depend on its arguments, and what may happen after a crash with it", () => {
  const tool = toolThat({
    effect: "write",
    params: z.object({ guests: z.array(z.string()) }),
    effectOf: (params) => ((params as { guests: string[] }).guests.length > 0 ? "send" : "read"),
  });
  expect(effectAndReplay(tool, { guests: ["Ann"] })).toEqual({ effect: "send", replay: "unknown" });
  expect(effectAndReplay(tool, { guests: [] })).toEqual({ effect: "read", replay: "rerun" });
  expect(effectAndReplay(tool, { guests: "all" })).toEqual({ effect: "write", replay: "unknown" });
});

test("a tool gets the services that it declared, bound to its call, and no others", () => {
  const bound: CallScope[] = [];
  const clock = fixedClock("2026-11-21T11:00:00Z");
  const box = createToolbox([], {
    notes: fakeNotes,
    clock: (ofCall) => {
      bound.push(ofCall);
      return clock;
    },
  });
  expect(box.services(toolThat({ needs: ["clock"] }), scope)).toEqual({ clock });
  expect(bound).toEqual([scope]);
});

test("a tool that is given a service which is not here is told so", () => {
  const box = createToolbox([], {});
  expect(() => box.services(toolThat({ needs: ["notes"] }), scope)).toThrow(
    "look needs a service that is not available.",
  );
});

test("what may happen after a crash follows from the effect, unless the tool says otherwise", () => {
  expect(effectAndReplay(toolThat(), {})).toEqual({ effect: "read", replay: "rerun" });
  expect(effectAndReplay(toolThat({ effect: "pay" }), {})).toEqual({
    effect: "pay",
    replay: "unknown",
  });
  expect(effectAndReplay(toolThat({ effect: "write", replay: "probe" }), {})).toEqual({
    effect: "write",
    replay: "probe",
  });
  expect(effectAndReplay(undefined, {})).toEqual({ effect: "read", replay: "rerun" });
});

test("tools of a source come and go, and what has not changed stays the same object", async () => {
  const box = createToolbox([toolThat()], {});
  const ping = toolThat({ name: "mcp_far_ping", summary: "Pings a far machine." });
  const pong = toolThat({ name: "mcp_far_pong", summary: "Answers a far machine." });
  box.replace("mcp:far", { tools: [ping, pong] });
  const before = box.offer(ownerInDirect);
  expect(namesOf(before)).toEqual(["look", "mcp_far_ping", "mcp_far_pong"]);
  const requires = "the MCP server far, which is not connected";
  box.replace("mcp:far", {
    tools: [ping],
    awaited: [{ name: "mcp_far_pong", requires, load: async () => pong }],
  });
  const after = box.offer(ownerInDirect);
  expect(namesOf(after)).toEqual(["look", "mcp_far_ping"]);
  expect(after[1]).toBe(before[1]);
  expect(box.get("mcp_far_pong")).toBeUndefined();
  expect(box.requires("mcp_far_pong")).toBe(requires);
  expect(namesOf(box.awaited)).toEqual(["mcp_far_pong"]);
  const { signal } = new AbortController();
  const hits = await box.search(after, "ping a far machine", { limit: 3, minScore: 0, signal });
  expect(hits[0]?.name).toBe("mcp_far_ping");
});

test("a source cannot take the name of a tool that is there", () => {
  const box = createToolbox([toolThat()], {});
  expect(() => box.replace("mcp:far", { tools: [toolThat()] })).toThrow(
    "There is already a tool named look.",
  );
  expect(namesOf(box.tools)).toEqual(["look"]);
});
