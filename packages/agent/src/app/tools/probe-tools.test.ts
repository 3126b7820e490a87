import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Expectation, Probe, Services, ToolContext } from "@reeve/sdk";
import { expect, test } from "vitest";
import { fakeNotes } from "../../features/notes/testing/fake-notes.ts";
import { noteDelete } from "../../features/notes/tools/delete.ts";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { openFolder } from "../../platform/folder.ts";
import { callContext } from "../../tools/testing/contexts.ts";
import { workspaceDelete } from "../../tools/workspace/delete.ts";
import { workspaceRename } from "../../tools/workspace/rename.ts";
import { workspaceWrite } from "../../tools/workspace/write.ts";
import { catalog } from "../catalog.gen.ts";

type Context = ToolContext & Pick<Services, "workspace" | "notes">;
type Expected = { readonly expected: Expectation | undefined };

/** A call that had no effect. */
interface Call {
  expect(context: Context): Promise<Expectation> | undefined;
  probe(context: Context & Expected): Promise<Probe> | undefined;
}

const absent = "temp/never-there.txt";
const deleting = { path: absent, recursive: false };
const moving = { from: absent, to: "temp/never-there-either.txt", overwrite: false };
const writing = workspaceWrite.params.parse({ path: "temp/there.txt", content: "theirs" });

/** A call of every tool that finds out after a crash what became of it. */
const CALLS: Readonly<Record<string, Call>> = {
  note_delete: {
    expect: (context) => noteDelete.expect?.({ id: "invented" }, context),
    probe: (context) => noteDelete.probe?.({ id: "invented" }, context),
  },
  workspace_delete: {
    expect: (context) => workspaceDelete.expect?.(deleting, context),
    probe: (context) => workspaceDelete.probe?.(deleting, context),
  },
  workspace_rename: {
    expect: (context) => workspaceRename.expect?.(moving, context),
    probe: (context) => workspaceRename.probe?.(moving, context),
  },
  workspace_write: {
    expect: (context) => workspaceWrite.expect?.(writing, context),
    probe: (context) => workspaceWrite.probe?.(writing, context),
  },
};

test("every tool that probes is tested here", () => {
  const probing = catalog.filter(({ replay }) => replay === "probe").map(({ name }) => name);
  expect(probing.toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

/** Asks about a call what became of it, with the journal of the workspace or without. */
async function probeUntouched(call: Call, isRecorded: boolean) {
  const root = await mkdtemp(join(tmpdir(), "reeve-probes-"));
  const workspace = await openWorkspace(openFolder(join(root, "files")), {
    journal: isRecorded ? join(root, "writes") : undefined,
  });
  const options = { append: false, createFolders: true };
  await workspace.write("temp/there.txt", Buffer.from("theirs"), options);
  const context = { ...callContext(), workspace, notes: fakeNotes() };
  const expected = await call.expect(context);
  const known = (await call.probe({ ...context, expected }))?.state;
  const blind = (await call.probe({ ...context, expected: undefined }))?.state;
  await rm(root, { recursive: true });
  return { expected, known, blind };
}

test.each(Object.entries(CALLS))(
  "%s tells nothing as done that its call did not do",
  async (name, call) => {
    const found = await probeUntouched(call, true);
    expect(found.expected).toBeDefined();
    expect(found.known).toBe("not-done");
    expect(found.blind).not.toBe("done");
    // Without a journal, the same content cannot be told apart.
    if (name === "workspace_write") return;
    const unrecorded = await probeUntouched(call, false);
    expect(unrecorded.known).toBe("not-done");
    expect(unrecorded.blind).not.toBe("done");
  },
);
