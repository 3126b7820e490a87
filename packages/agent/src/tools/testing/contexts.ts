import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, ToolContext, Workspace } from "@reeve/sdk";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { createKnowledge } from "../../memory/knowledge.ts";
import { openFolder } from "../../platform/folder.ts";
import type { MemoryFiles } from "../../memory/memory-files.ts";

/** Creates the context that each call gets besides its services. */
export function callContext(callId = "call-1"): ToolContext {
  return { callId, signal: new AbortController().signal };
}

/** Creates a clock that stays at `at` (ISO) in the owner's zone. */
export function fixedClock(at: string, timeZone = "Europe/Berlin"): Clock {
  return { now: () => Date.parse(at), timeZone };
}

/** Creates a workspace and memory in a new folder, which is deleted when they are disposed of. */
export async function openTestWorkspace(): Promise<TestWorkspace> {
  const root = await mkdtemp(join(tmpdir(), "reeve-tools-"));
  const folder = openFolder(root);
  return {
    root,
    workspace: await openWorkspace(folder),
    memory: createKnowledge(folder, { clock: fixedClock("2026-11-21T11:00:00Z") }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

export interface TestWorkspace extends AsyncDisposable {
  readonly root: string;
  readonly workspace: Workspace;
  readonly memory: MemoryFiles;
}
