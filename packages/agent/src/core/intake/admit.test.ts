import { expect, test } from "vitest";
import type { Role } from "../../kernel/principal.ts";
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
  expect(admit(silent, "owner", "not an image")).toEqual({
    type: "refuse",
    reason: "not an image",
  });
  expect(admit(silent, "stranger", "not an image")).toEqual({ type: "ignore", reason: "stranger" });
});
