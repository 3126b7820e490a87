import { expect, test } from "vitest";
import { createInstructions } from "./instructions.ts";

test("each session reads a server's instructions once, as part of a result", () => {
  const add = createInstructions("far");
  const [first, second] = [add("one", "Ask first.", "s1"), add("two", "Ask first.", "s1")];
  expect(first).toMatch(/^one\n\n\[How the MCP server far describes its use\..*: Ask first\.\]$/);
  expect(second).toBe("two");
  expect(add({ a: 1 }, "Ask first.", "s2")).toEqual({
    a: 1,
    _server: expect.stringContaining("Ask first."),
  });
});

test("instructions that change are read again, and none add nothing", () => {
  const add = createInstructions("far");
  expect(add("one", undefined, "s1")).toBe("one");
  expect(add("one", " ", "s1")).toBe("one");
  expect(add("one", "Ask.", "s1")).not.toBe("one");
  expect(add("one", "Do not ask.", "s1")).toContain("Do not ask.");
});

test("long instructions are cut, and old sessions are forgotten", () => {
  const add = createInstructions("far");
  expect(String(add("one", "x".repeat(9000), "s0")).length).toBeLessThan(1200);
  for (let session = 1; session <= 500; session += 1) add("one", "Ask.", `s${session}`);
  expect(add("one", "Ask.", "s500")).toBe("one");
  expect(add("one", "Ask.", "s1")).toBe("one");
  expect(add("one", "x".repeat(9000), "s0")).not.toBe("one");
});
