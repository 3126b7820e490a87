import { expect, test } from "vitest";
import { measurePrompts, type WireBody } from "./measure.ts";

const tool = (name: string) => ({ name, description: "x".repeat(100) });
const said = (text: string, isMarked = false) => ({
  role: "user",
  content: [{ type: "text", text, ...(isMarked && { cache_control: { type: "ephemeral" } }) }],
});
const sizeOf = (...blocks: readonly unknown[]) =>
  blocks.reduce<number>((total, block) => total + JSON.stringify(block).length / 4, 0);
const measure = (bodies: readonly WireBody[], caching: "explicit" | "implicit") =>
  measurePrompts(
    bodies,
    bodies.map(() => true),
    caching,
  );

const a = { role: "user", type: "text", text: "first" };
const b = { role: "user", type: "text", text: "second" };

test("without breakpoints, what is shared with an earlier request costs a tenth, the rest its tokens", () => {
  const bodies = [
    { tools: [tool("one")], messages: [said("first")] },
    { tools: [tool("one")], messages: [said("first"), said("second")] },
  ];
  const shared = sizeOf(tool("one"), a);
  expect(measure(bodies, "implicit")).toMatchObject({
    input_tokens: 2 * shared + sizeOf(b),
    cost_equivalents: expect.closeTo(shared + 0.1 * shared + sizeOf(b)),
    kept_share_min: 1,
  });
});

test("with breakpoints, writing costs more, and only what a breakpoint ended is read", () => {
  const bodies = [
    { tools: [tool("one")], messages: [said("first", true)] },
    { tools: [tool("one")], messages: [said("first"), said("second", true)] },
    { tools: [tool("one")], messages: [said("other")] },
  ];
  const shared = sizeOf(tool("one"), a);
  const last = sizeOf(tool("one"), { ...a, text: "other" });
  expect(measure(bodies, "explicit").cost_equivalents).toBeCloseTo(
    1.25 * shared + 0.1 * shared + 1.25 * sizeOf(b) + last,
  );
});

test("a tool that is put before others leaves only what stands before it", () => {
  const bodies = [
    { tools: [tool("one"), tool("two")], messages: [said("first")] },
    { tools: [tool("one"), tool("new"), tool("two")], messages: [said("first")] },
  ];
  const kept = sizeOf(tool("one")) / sizeOf(tool("one"), tool("two"), a);
  expect(measure(bodies, "implicit").kept_share_min).toBeCloseTo(kept);
});

test("a deferred tool counts where it is referred to, and calls of chat completions count", () => {
  const late = { ...tool("late"), defer_loading: true };
  const reference = { type: "tool_reference", tool_name: "late" };
  const result = { type: "tool_result", content: [reference] };
  const bodies = [{ tools: [late], messages: [{ role: "user", content: [result] }] }];
  const told = { role: "user", ...result, content: [tool("late")] };
  expect(measure(bodies, "explicit").input_tokens).toBe(sizeOf(told));
  const call = { role: "assistant", content: "", tool_calls: [{ function: { name: "late" } }] };
  expect(measure([{ messages: [call] }], "implicit").input_tokens).toBe(sizeOf(call));
});
