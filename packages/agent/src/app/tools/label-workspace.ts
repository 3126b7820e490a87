import { createHash } from "node:crypto";
import { Fault, type Workspace } from "@reeve/sdk";
import { type CallLabels, joinLabels, type Label, UNTAINTED } from "../../kernel/label.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Store } from "../../store/store.ts";

export interface LabelledWorkspaceDeps {
  readonly store: Store;
  readonly tenant: string;
  readonly labels: CallLabels;
  /** People who can read the chat of the call. */
  readonly audience: string;
  /** The workspace's. */
  readonly folder: Pick<Folder, "resolve">;
}

/** The largest file whose content is extended. */
const MAX_BYTES = 50 * 1024 * 1024;

/**
 * The same workspace, where what is written from what others said stays theirs: under its new
 * name, extended, and when it is read in another conversation. A file that the owner changes
 * outside is the owner's from then on. MEMORY.md and the logs have an entry for each
 * writer instead: they are `denied` to what is not the asker's.
 */
export function labelWorkspace(workspace: Workspace, deps: LabelledWorkspaceDeps): Workspace {
  const { store, tenant, labels, audience, folder } = deps;
  const labelOf = async (digest: string | undefined): Promise<Label> =>
    (digest && (await store.read.fileLabels.ofDigest(tenant, digest))) || UNTAINTED;

  const keep = async (path: string, digest: string, label: Label) => {
    await store.commit("change-memory", (tx) =>
      tx.fileLabels.put(tenant, { path, digest, label: { ...label, audience } }),
    );
  };

  /** Names are words, too. */
  const markNames = async (path: string, entries: readonly { readonly path: string }[]) => {
    const known = await store.read.fileLabels.under(tenant, path);
    const named = known.filter((file) => entries.some((entry) => isIn(file.path, entry.path)));
    labels.mark(joinLabels([{ ...UNTAINTED, audience }, ...named.map(({ label }) => label)]));
  };

  /** Kept before the file is there: what was not written then leaves a label of nothing. */
  const write = async (path: string, content: Uint8Array, label: Label): Promise<void> => {
    if (isTrusted(label)) return;
    const target = await folder.resolve(path);
    refuseMemory(target);
    await keep(target, digestOf(content), label);
  };

  return {
    ...workspace,

    async list(path, options) {
      const entries = await workspace.list(path, options);
      await markNames(await folder.resolve(path), entries);
      return entries;
    },

    async info() {
      const info = await workspace.info();
      await markNames("", info.entries);
      return info;
    },

    async read(path, options) {
      const content = await workspace.read(path, options);
      labels.mark({ ...(await labelOf(digestOf(content))), audience });
      return content;
    },

    async write(path, content, options) {
      const there = options.append && (await workspace.stat(path));
      const before = there ? await workspace.read(path, { maxBytes: MAX_BYTES }) : NOTHING;
      const inherited = there ? await labelOf(digestOf(before)) : UNTAINTED;
      const whole = Buffer.concat([before, content]);
      await write(path, whole, joinLabels([inherited, labels.taint]));
      return workspace.write(path, content, options);
    },

    async rename(from, to, options) {
      const source = await folder.resolve(from);
      const target = await folder.resolve(to);
      const digest = await workspace.digest(from);
      const moved = joinLabels([await labelOf(digest), labels.taint]);
      const inside = await store.read.fileLabels.under(tenant, source);
      if (!isTrusted(moved) || inside.length > 0) refuseMemory(target);
      if (digest && !isTrusted(moved)) await keep(target, digest, moved);
      for (const file of inside.filter(({ path }) => path !== source))
        await keep(`${target}${file.path.slice(source.length)}`, file.digest, file.label);
      await workspace.rename(from, to, options);
    },
  };
}

const NOTHING = new Uint8Array();

function digestOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function isTrusted({ integrity }: Label): boolean {
  return integrity === "owner";
}

function isIn(path: string, entry: string): boolean {
  return path === entry || path.startsWith(`${entry}/`);
}

/** Spelled as the most forgiving file system would take it. */
function refuseMemory(path: string): void {
  if (
    !/^(?:memory\.md|memory(?:\/\d{4}-\d\d-\d\d\.md)?)$/.test(path.normalize("NFKC").toLowerCase())
  )
    return;
  throw new Fault("denied", `Cannot write "${path}" after reading less trusted content.`, {
    hint: "Use memory_write instead. Its entries record where they come from.",
  });
}
