import type { Effect, Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { Grant } from "../../store/turns/approvals.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import { gate } from "./gate.ts";

const request = { name: "ton_send", args: { to: "Bob" }, argsHash: "hash" };

function toolThat(own: Partial<Tool> = {}): Tool {
  return {
    name: "ton_send",
    summary: "Sends.",
    effect: "pay",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({ to: z.string() }),
    run: async () => "sent",
    ...own,
  };
}

function policyThat(own: Partial<ChatRule>): ChatRule {
  return {
    id: "policy-1",
    chat: toId("place-1"),
    text: "As I say.",
    rule: "ask",
    effect: null,
    category: null,
    message: toId("message-1"),
    ...own,
  };
}

test.each([
  [{ rule: "ask", effect: "pay" }, "ask"],
  [{ rule: "ask", category: "ton" }, "ask"],
  [{ rule: "ask", effect: "send" }, "allow"],
  [{ rule: "ask", category: "email", effect: "pay" }, "allow"],
  [{ rule: "never", effect: "pay", category: "ton" }, "deny"],
  [{ rule: "never" }, "allow"],
  [{ rule: "always", effect: "pay" }, "allow"],
] as const)("with a grant and the policy %j: %s", (own, verdict) => {
  const setting = { ...settingOf({ grants: [grantFor({})] }), policies: [policyThat(own)] };
  expect(gate(request, toolThat(), setting).type).toBe(verdict);
});

test("a policy restrains calls that need no question otherwise, and says so", () => {
  const policy = policyThat({ rule: "never", category: "ton", text: "Never touch my TON." });
  const setting = { ...settingOf(), policies: [policyThat({ category: "ton" })] };
  expect(gate(request, toolThat({ effect: "write" }), setting).type).toBe("ask");
  expect(gate(request, toolThat({ effect: "read" }), { ...setting, policies: [policy] })).toEqual({
    type: "deny",
    code: "denied",
    message: 'A rule in this chat forbids it: "Never touch my TON."',
  });
});

function settingOf({ grants = [], role = "owner" }: { grants?: Grant[]; role?: Role } = {}) {
  return { role, kind: "direct" as const, grants };
}

function grantFor(own: Partial<Grant>): Grant {
  return {
    id: "g1",
    tool: "ton_send",
    chat: toId("place-1"),
    argsHash: null,
    grantedBy: toId("person-1"),
    until: null,
    ...own,
  };
}

test.each<[Effect, string]>([
  ["read", "allow"],
  ["write", "allow"],
  ["send", "ask"],
  ["destroy", "ask"],
  ["pay", "ask"],
  ["exec", "ask"],
])("what has the effect %s: %s", (effect, verdict) => {
  expect(gate(request, toolThat({ effect }), settingOf()).type).toBe(verdict);
});

test("the question is the tool's own, with the arguments in it", () => {
  const confirm: Tool["confirm"] = (params) => `Send to ${(params as typeof request.args).to}?`;
  expect(gate(request, toolThat({ confirm }), settingOf())).toEqual({
    type: "ask",
    question: "Send to Bob?",
  });
  expect(gate(request, toolThat(), settingOf())).toEqual({
    type: "ask",
    question: "Run ton_send?",
  });
});

function verdictWith(own: Partial<Grant>): string {
  return gate(request, toolThat(), settingOf({ grants: [grantFor(own)] })).type;
}

test("a grant for any arguments, or for these, answers the question before it is asked", () => {
  expect(verdictWith({})).toBe("allow");
  expect(verdictWith({ argsHash: "hash" })).toBe("allow");
  expect(verdictWith({ argsHash: "another" })).toBe("ask");
  expect(verdictWith({ tool: "ton_swap" })).toBe("ask");
});

test("a call that always asks is asked about, whatever its effect and its grants", () => {
  const tool = toolThat({ effect: "read", alwaysAsks: () => true });
  expect(gate(request, tool, settingOf({ grants: [grantFor({})] })).type).toBe("ask");
  const unattended = { policy: "allow", effects: ["read"] } as const;
  expect(gate(request, tool, { ...settingOf(), unattended }).type).toBe("ask");
});

test("a grant does not help who may not use the tool at all", () => {
  const setting = settingOf({ grants: [grantFor({})], role: "member" });
  expect(gate(request, toolThat({ access: "admin" }), setting)).toEqual({
    type: "deny",
    code: "denied",
    message: "ton_send requires the role admin or above; the requester's role is member.",
  });
});

test("where the effect depends on the arguments, they decide about questions and policies", () => {
  const tool = toolThat({
    effect: "write",
    effectOf: (params) => ((params as typeof request.args).to === "Bob" ? "send" : "write"),
  });
  const toMe = { ...request, args: { to: "me" } };
  expect(gate(request, tool, settingOf()).type).toBe("ask");
  expect(gate(toMe, tool, settingOf()).type).toBe("allow");
  const policies = [policyThat({ rule: "never", effect: "send" })];
  expect(gate(request, tool, { ...settingOf(), policies }).type).toBe("deny");
  expect(gate(toMe, tool, { ...settingOf(), policies }).type).toBe("allow");
});

test("a tool that is known and cannot run is unavailable, and says what it needs", () => {
  expect(gate(request, undefined, { ...settingOf(), requires: "a TON wallet" })).toEqual({
    type: "deny",
    code: "unavailable",
    message: "ton_send is not available: it requires a TON wallet, which is not set up.",
  });
});

test("a grant with a pattern is for the arguments that it describes", () => {
  expect(verdictWith({ pattern: { to: "B*" } })).toBe("allow");
  expect(verdictWith({ pattern: { to: "E*" } })).toBe("ask");
});

test.each([
  ["wait", ["pay"], "ask"],
  ["deny", ["pay"], "deny"],
  ["allow", ["pay"], "allow"],
  ["allow", ["send"], "ask"],
] as const)("where nobody can be asked, %s with %j: %s", (policy, effects, verdict) => {
  const setting = { ...settingOf(), unattended: { policy, effects } };
  expect(gate(request, toolThat(), setting).type).toBe(verdict);
  const granted = settingOf({ grants: [grantFor({})] });
  expect(gate(request, toolThat(), { ...granted, unattended: setting.unattended }).type).toBe(
    "allow",
  );
});

test("what the config lets through where nobody can be asked still waits when a rule of the chat asks", () => {
  const unattended = { policy: "allow", effects: ["pay"] } as const;
  const policies = [policyThat({ rule: "ask", effect: "pay" })];
  expect(gate(request, toolThat(), { ...settingOf(), unattended, policies }).type).toBe("ask");
});

test("a tool that does not exist is missing, and wrong arguments are told as such", () => {
  expect(gate(request, undefined, settingOf())).toMatchObject({ type: "deny", code: "missing" });
  expect(gate({ ...request, args: {} }, toolThat(), settingOf())).toEqual({
    type: "deny",
    code: "invalid",
    message: "✖ Invalid input: expected string, received undefined\n  → at to",
  });
});
