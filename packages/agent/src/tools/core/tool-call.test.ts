import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { toolCall } from "./tool-call.ts";

test("takes any arguments and keeps them as they are", () => {
  const call = {
    name: "ton_send",
    arguments: { to: "EQ1", amount: "1.5", options: { fast: true } },
  };
  expect(toolCall.params.parse(call)).toEqual(call);
});

test.each([
  { name: "", arguments: {} },
  { name: "ton_send" },
  { name: "ton_send", arguments: "to EQ1" },
  { name: "ton_send", arguments: [] },
])("refuses %j", (call) => {
  expect(toolCall.params.safeParse(call).success).toBe(false);
});

test("fails and names the tool that was meant when nobody unwrapped it", async () => {
  const context = { ...callContext(), tools: { find: async () => [] } };
  const run = toolCall.run({ name: "ton_send", arguments: {} }, context);
  await expect(run).rejects.toMatchObject({
    code: "conflict",
    message: "tool_call was run instead of ton_send.",
    hint: "Unwrap the call before the gate, or call ton_send directly.",
  });
});
