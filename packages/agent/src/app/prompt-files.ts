import type { PromptFiles } from "../core/context/system-prompt.ts";
import type { Folder } from "../platform/folder.ts";

const MAX_BYTES = 100_000;

/** Reads what people wrote for the agent to be; a file is read again only when it changed. */
export function createPromptFiles(folder: Folder): () => Promise<PromptFiles> {
  const soul = createCached(folder, "SOUL.md");
  const security = createCached(folder, "SECURITY.md");
  return async () => ({ soul: await soul(), security: await security() });
}

function createCached(folder: Folder, path: string): () => Promise<string | undefined> {
  let known: { readonly version: string; readonly text: string } | undefined;
  return async () => {
    const entry = await folder.stat(path);
    if (entry?.kind !== "file") return undefined;
    const version = `${entry.modifiedAt} ${entry.bytes}`;
    if (known?.version === version) return known.text;
    const text = new TextDecoder().decode(await folder.read(path, { maxBytes: MAX_BYTES })).trim();
    known = { version, text };
    return text;
  };
}
