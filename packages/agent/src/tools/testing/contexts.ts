import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Clock,
  Fault,
  type MemoryFiles,
  type Note,
  type Notes,
  type ToolContext,
  type Workspace,
} from "@reeve/sdk";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import { createKnowledge } from "../../memory/knowledge.ts";
import { openFolder } from "../../platform/folder.ts";

/** What each call gets besides its services. */
export function callContext(callId = "call-1"): ToolContext {
  return { callId, signal: new AbortController().signal };
}

/** A clock that stands at `at` (ISO) in the owner's zone. */
export function fixedClock(at: string, timeZone = "Europe/Berlin"): Clock {
  return { now: () => Date.parse(at), timeZone };
}

/** A person's notes in memory; `now` counts up with each change. */
export function fakeNotes(): Notes {
  const byId = new Map<string, Note>();
  let now = 0;
  const newestFirst = () => [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt);

  return {
    async create({ id, text, title, tags = [] }) {
      const there = byId.get(id);
      if (there) return there;
      now += 1;
      const note = { id, title, text, tags, createdAt: now, updatedAt: now };
      byId.set(id, note);
      return note;
    },
    async update(id, { text, title, tags }) {
      const there = byId.get(id);
      if (!there) throw noNote(id);
      now += 1;
      const note = {
        ...there,
        text: text ?? there.text,
        title: title ?? there.title,
        tags: tags ?? there.tags,
        updatedAt: now,
      };
      byId.set(id, note);
      return note;
    },
    async remove(id) {
      if (!byId.delete(id)) throw noNote(id);
    },
    async list({ limit, tag }) {
      const wanted = newestFirst().filter((note) => tag === undefined || note.tags.includes(tag));
      return wanted.slice(0, limit);
    },
    async count() {
      return byId.size;
    },
    async search(query, { limit }) {
      const words = query.toLowerCase().split(/\s+/);
      const holds = ({ text }: Note) => words.some((word) => text.toLowerCase().includes(word));
      return newestFirst().filter(holds).slice(0, limit);
    },
  };
}

function noNote(id: string): Fault {
  return new Fault("missing", `There is no note ${id}.`, { hint: "List the notes." });
}

/** A workspace and memory in a folder of their own, which goes when they are disposed of. */
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
