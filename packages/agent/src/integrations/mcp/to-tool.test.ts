import { expect, test } from "vitest";
import { mcpConfig } from "../mcp.ts";
import { toTool } from "./to-tool.ts";

function convert(annotations: object | undefined, effects: Record<string, "read" | "pay"> = {}) {
  const { servers } = mcpConfig.parse({ servers: { far: { url: "http://far.example", effects } } });
  const config = servers["far"];
  if (!config) throw new Error("the server is gone");
  const properties = { text: { type: "string" } };
  const one = {
    name: "post",
    description: "Posts.",
    inputSchema: { type: "object" as const, properties, required: ["text"] },
    ...(annotations && { annotations }),
  };
  return toTool("far", one, { config, call: async (_tool, args) => args });
}

test.each([
  ["nothing", undefined, "send"],
  ["that it reads", { readOnlyHint: true }, "read"],
  ["that it destroys", { destructiveHint: true }, "destroy"],
  ["that it is harmless, but changes things", { destructiveHint: false }, "send"],
])("a tool that declares %s has the effect that fits", (_declared, annotations, effect) => {
  expect(convert(annotations).effect).toBe(effect);
});

test("the owner's word on an effect wins", () => {
  expect(convert({ readOnlyHint: true }, { post: "pay" }).effect).toBe("pay");
  expect(convert({ destructiveHint: true }, { post: "read" }).effect).toBe("read");
});

test("arguments are checked by the server's schema, and all of them leave for the server", () => {
  const tool = convert(undefined);
  expect(tool.params.safeParse({ text: "Hello" }).success).toBe(true);
  expect(tool.params.safeParse({ text: 7 }).success).toBe(false);
  expect(tool.sensitiveArguments).toEqual({ text: "query", "*": "query" });
  expect(tool.resultOrigin).toBe("external");
});

test("a server is either a command or an address", () => {
  for (const server of [{}, { command: "x", url: "http://far.example" }])
    expect(mcpConfig.safeParse({ servers: { far: server } }).error?.message).toContain(
      "set either command or url",
    );
  expect(mcpConfig.safeParse({ servers: { "Far Away": { command: "x" } } }).success).toBe(false);
});

test("answers to a server's questions are asked about, and leave the server's own arguments alone", () => {
  const tool = convert({ readOnlyHint: true });
  const answers = [{ question: "Which one?", action: "accept", values: { id: "7" } }];
  const args = { text: "Hello", _answers: answers };
  expect(tool.params.parse(args)).toEqual(args);
  expect(tool.alwaysAsks?.(args)).toBe(true);
  expect(tool.alwaysAsks?.({ text: "Hello" })).toBe(false);
  expect(tool.params.safeParse({ text: "Hello", _answers: "yes" }).success).toBe(false);
});
