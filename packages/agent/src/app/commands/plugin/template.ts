/** Returns the files of a new plugin: a tool that remembers a greeting, and its test. */
export function pluginTemplate(name: string): Readonly<Record<string, string>> {
  const manifest = {
    name,
    version: "0.1.0",
    description: "Greets people by name.",
    type: "module",
    main: "index.ts",
    engines: { reeve: "^0.1.0" },
    reeve: { powers: { effects: ["write"] } },
  };
  return {
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "index.ts": MAIN,
    "index.test.ts": TEST,
  };
}

const MAIN = `import { definePlugin, defineTool, z } from "@reeve/sdk/plugin";

export default definePlugin({
  tools: [
    defineTool({
      name: "greet",
      summary: "Greet somebody by name, and count how often they were greeted.",
      effect: "write",
      utterances: ["say hello to Ann", "begrüße Tom"],
      params: z.object({ who: z.string().max(100).describe("The person's name.") }),
      run({ who }, { storage }) {
        const count = Number(storage.get(who) ?? 0) + 1;
        storage.set(who, count);
        return \`Hello \${who}! (\${count})\`;
      },
    }),
  ],
});
`;

const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlugin } from "@reeve/sdk/testing";
import plugin from "./index.ts";

test("people are greeted and counted", async () => {
  const kit = await openPlugin(plugin);
  assert.equal(await kit.call("greet", { who: "Ann" }), "Hello Ann! (1)");
  assert.equal(await kit.call("greet", { who: "Ann" }), "Hello Ann! (2)");
});
`;
