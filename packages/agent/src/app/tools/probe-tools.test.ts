import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Expectation, Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { fakeNotes } from "../../features/notes/testing/fake-notes.ts";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { callContext } from "../../tools/testing/contexts.ts";
import { catalog } from "../catalog.gen.ts";

/** Every tool that finds out after a crash what became of a call, with a call that had no effect. */
const CALLS: Readonly<Record<string, object>> = {
  note_delete: { id: "invented" },
  workspace_delete: { path: "temp/never-there.txt" },
  workspace_rename: { from: "temp/never-there.txt", to: "temp/never-there-either.txt" },
  workspace_write: { path: "temp/there.txt", content: "what somebody else wrote" },
};

const probing: readonly Tool[] = catalog.filter(({ replay }) => replay === "probe");

test("every tool that probes is tested here", () => {
  expect(probing.map(({ name }) => name).toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

/** Asks a tool about its call on what others left there. `isRecorded`: with the journal of the workspace. */
async function probeUntouched(tool: Tool, isRecorded: boolean) {
  const root = await mkdtemp(join(tmpdir(), "reeve-probes-"));
  const workspace = await openWorkspace(openFolder(join(root, "files")), {
    journal: isRecorded ? join(root, "writes") : undefined,
  });
  const content = Buffer.from("what somebody else wrote");
  await workspace.write("temp/there.txt", content, { append: false, createFolders: true });
  const params = tool.params.parse(CALLS[tool.name]);
  const context = { ...callContext(), workspace, notes: fakeNotes() };
  const probe = (expected: Expectation | undefined) =>
    tool.probe?.(params, { ...context, expected });
  const expected = await tool.expect?.(params, context);
  const found = { expected, state: (await probe(expected))?.state, blind: (await probe(undefined))?.state };
  await rm(root, { recursive: true });
  return found;
}

test.each(probing)("$name tells nothing as done that its call did not do", async (tool) => {
  const found = await probeUntouched(tool, true);
  expect(found.expected).toBeDefined();
  expect(found.state).toBe("not-done");
  expect(found.blind).not.toBe("done");
});

test.each(probing.filter(({ name }) => name !== "workspace_write"))(
  "$name knows that without a journal, too",
  async (tool) => {
    const found = await probeUntouched(tool, false);
    expect(found.state).not.toBe("done");
    expect(found.blind).not.toBe("done");
  },
);
