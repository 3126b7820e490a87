import { expect, test } from "vitest";
import type { Role } from "../../kernel/principal.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { admit } from "./admit.ts";

const envelope = {
  id: "1",
  edit: 0,
  address: { channel: "cli", externalId: "1", kind: "direct" },
  sender: { id: "ann", name: "Ann" },
  sentAt: 0,
} as const;

const saying = (text: string, role: Role = "owner") => admit({ ...envelope, text }, role);

test.each<Role>(["owner", "admin", "member", "guest"])(
  "a message of the %s is admitted",
  (role) => {
    expect(saying("hello", role)).toEqual({ type: "admit" });
  },
);

test("strangers are ignored, whatever they say", () => {
  expect(saying("hello", "stranger")).toEqual({ type: "ignore", reason: "stranger" });
  expect(saying("x".repeat(200_001), "stranger")).toEqual({ type: "ignore", reason: "stranger" });
});

test("a message without a word is ignored, one that is too long is refused", () => {
  expect(saying(" \n\t")).toEqual({ type: "ignore", reason: "empty" });
  expect(saying("x".repeat(200_000))).toEqual({ type: "admit" });
  expect(saying("x".repeat(200_001))).toEqual({ type: "refuse", reason: "too long" });
});

test("an image needs no words, and is refused for what speaks against it", () => {
  const silent = { ...envelope, text: "", media: [{ kind: "photo", image: "R0lGODlh" }] };
  expect(admit(silent, "owner")).toEqual({ type: "admit" });
  expect(admit(silent, "owner", { denial: "not an image" })).toEqual({
    type: "refuse",
    reason: "not an image",
  });
  expect(admit(silent, "stranger", { denial: "not an image" })).toEqual({
    type: "ignore",
    reason: "stranger",
  });
});

test.each([
  ["open", "guest", undefined],
  ["allowlist", "guest", undefined],
  ["admin-only", "member", "only admins are answered here"],
  ["admin-only", "admin", undefined],
  ["disabled", "owner", "direct chats are disabled"],
] as const)("with the policy %s, a %s in a direct chat: %s", (direct, role, reason) => {
  const access = { direct, groups: "disabled" } as const;
  expect(admit({ ...envelope, text: "Hi." }, role, { access })).toEqual(
    reason === undefined ? { type: "admit" } : { type: "ignore", reason },
  );
});

test("in a chat of an open channel that is for people with access alone, guests are ignored", () => {
  const access = { direct: "open", groups: "open" } as const;
  const told = { ...envelope, text: "hello" };
  const policy = "allowlist" as const;
  expect(admit(told, "guest", { access, policy })).toEqual({
    type: "ignore",
    reason: "only people with access are answered here",
  });
  expect(admit(told, "member", { access, policy })).toEqual({ type: "admit" });
  expect(admit(told, "guest", { access: { ...access, direct: "allowlist" }, policy })).toEqual({
    type: "admit",
  });
});

test("groups have a policy of their own", () => {
  const access = { direct: "disabled", groups: "admin-only" } as const;
  const inGroup: Envelope = {
    ...envelope,
    text: "Hi.",
    address: { ...envelope.address, kind: "group" },
  };
  expect(admit(inGroup, "admin", { access })).toEqual({ type: "admit" });
  expect(admit(inGroup, "member", { access })).toMatchObject({ type: "ignore" });
});
