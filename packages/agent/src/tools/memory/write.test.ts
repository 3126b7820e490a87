import { expect, test } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { memoryWrite } from "./write.ts";

test("remembers under a heading, once a call", async () => {
  await using files = await openTestWorkspace();
  const entry = { content: "Likes tea.", target: "persistent", section: "Taste" } as const;
  const runs = ["call-1", "call-1", "call-2"].map((callId) =>
    memoryWrite.run(entry, { ...callContext(callId), ...files }),
  );
  expect(await Promise.all(runs)).toEqual(runs.map(() => ({ path: "MEMORY.md" })));
  expect(await files.memory.readPersistent()).toBe(
    "# Memory\n\n## Taste\n\n- Likes tea.\n- Likes tea.\n",
  );
});

test.each([
  ["nothing", { content: "  ", target: "daily" }],
  ["more than 2000 characters", { content: "x".repeat(2001), target: "daily" }],
  ["an unknown target", { content: "x", target: "weekly" }],
])("takes no %s", (_what, args) => {
  expect(memoryWrite.params.safeParse(args).success).toBe(false);
});
