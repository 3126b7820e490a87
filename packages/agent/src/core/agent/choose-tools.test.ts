import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toolSearchConfig } from "../../tools/config.ts";
import type { ToolHit } from "../../tools/tool-index.ts";
import { chooseTools, type FindTools } from "./choose-tools.ts";

const tool = (name: string) => ({ name, summary: `Does ${name}.`, params: {} });
const toolsOf = (names: string) => names.split(" ").map(tool);
const namesOf = (tools: readonly { readonly name: string }[]) =>
  tools.map(({ name }) => name).join(" ");

/** Finds the same for every message, as an index would. */
const finding =
  (hits: readonly ToolHit[]): FindTools =>
  async (_text, { limit, minScore }) =>
    hits.filter(({ score }) => score >= minScore).slice(0, limit);

const nothing = finding([]);
const { signal } = new AbortController();
const told = (...names: readonly string[]) => ({ delivered: new Set(names), signal });
const config = toolSearchConfig.parse({});
const all = toolSearchConfig.parse({ enabled: false });
const offer = toolsOf(
  "zoo_feed web_search ton_send email_read workspace_read memory_write web_fetch tool_call email_send memory_read tool_search telegram_send_message artifact_read",
);
const core = "tool_search tool_call memory_write";
const always =
  "memory_read artifact_read telegram_send_message workspace_read web_fetch web_search";

test("the core stands in the array, and what is always included is listed, in one order", () => {
  const { frozen, listed, warning } = chooseTools(offer, { config, search: nothing });
  expect(namesOf(frozen)).toBe(core);
  expect(namesOf(listed)).toBe(always);
  expect(warning).toBeUndefined();
});

test("the order of registration changes nothing", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(offer, { minLength: offer.length }), (shuffled) => {
      for (const own of [config, all]) {
        const options = { config: own, search: nothing, maxTools: 2 };
        const { frozen, listed, warning } = chooseTools(shuffled, options);
        const { shortlist: _, ...sorted } = chooseTools(offer, options);
        expect({ frozen, listed, warning }).toEqual(sorted);
      }
    }),
  );
});

test("what the owner always includes replaces the default, and the core stays", () => {
  const own = { ...config, alwaysInclude: ["email_*", "*_feed"] };
  const { frozen, listed } = chooseTools(offer, { config: own, search: nothing });
  expect(namesOf(frozen)).toBe(core);
  expect(namesOf(listed)).toBe("memory_read artifact_read email_read email_send zoo_feed");
});

test("a message gets the tools found for it that the session does not know, but none far behind the best", async () => {
  const search = finding([
    { name: "web_fetch", score: 0.9 },
    { name: "email_send", score: 0.8 },
    { name: "not_offered", score: 0.7 },
    { name: "ton_send", score: 0.6 },
    { name: "zoo_feed", score: 0.5 },
  ]);
  const { shortlist } = chooseTools(offer, { config, search });
  const { tools, obvious } = await shortlist("mail", told());
  expect(tools).toEqual(toolsOf("email_send ton_send"));
  expect(obvious).toEqual(tool("email_send"));
});

test("what the session was told before is not told again, nor replaced by what fits less", async () => {
  const search = finding(
    ["email_send", "email_read", "ton_send"].map((name, at) => ({ name, score: 1 - at / 10 })),
  );
  const { shortlist } = chooseTools(offer, { config: { ...config, topK: 2 }, search });
  const toldOf = async (...names: readonly string[]) =>
    namesOf((await shortlist("mail", told(...names))).tools);
  expect(await toldOf()).toBe("email_send email_read");
  expect(await toldOf("email_send")).toBe("email_read");
  expect(await toldOf("email_send", "email_read")).toBe("");
});

test("without search every tool stands in the array, the most useful first", async () => {
  const search = finding([{ name: "zoo_feed", score: 1 }]);
  const { frozen, listed, warning, shortlist } = chooseTools(offer, { config: all, search });
  expect(namesOf(frozen)).toBe(`${core} ${always} email_read email_send ton_send zoo_feed`);
  expect(listed).toEqual([]);
  expect(warning).toBeUndefined();
  expect((await shortlist("feed the animals", told())).tools).toEqual([]);
});

test("what exceeds the provider's limit is the least useful, and the warning names it", async () => {
  const search = finding([{ name: "zoo_feed", score: 1 }]);
  const options = { config: all, search, maxTools: 10 };
  const { frozen, warning, shortlist } = chooseTools(offer, options);
  expect(namesOf(frozen)).toBe(`${core} ${always} email_read`);
  expect(warning).toEqual({ limit: 10, leftOut: ["email_send", "ton_send", "zoo_feed"] });
  expect((await shortlist("feed the animals", told())).tools).toEqual([]);
});

test("a tool of the core for which there is no room is found for a message", async () => {
  const search = finding([{ name: "memory_write", score: 1 }]);
  const { warning, shortlist } = chooseTools(offer, { config, search, maxTools: 2 });
  expect(warning).toEqual({ limit: 2, leftOut: ["memory_write"] });
  expect(namesOf((await shortlist("remember it", told())).tools)).toBe("memory_write");
});

test.each([
  ["fits well and much better than the next", [0.5, 0.4], "email_send"],
  ["is alone", [0.5], "email_send"],
  ["fits hardly better than the next", [0.5, 0.45], undefined],
  ["fits badly", [0.3, 0.2], undefined],
] as const)("a tool that %s is obvious, or not", async (_, scores, expected) => {
  const names = ["email_send", "email_read"];
  const search = finding(scores.map((score, at) => ({ name: names[at] ?? "", score })));
  const { shortlist } = chooseTools(offer, { config, search });
  expect((await shortlist("mail", told())).obvious?.name).toBe(expected);
  // What was told before is not told again, and what fits less does not become obvious.
  expect((await shortlist("mail", told("email_send"))).obvious).toBeUndefined();
});
