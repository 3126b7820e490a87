import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { minisignKey, verifyMinisign } from "../packages/minisign.ts";
import type { PackageFiles, PackageKind } from "../packages/package-files.ts";
import { readSource, type SourceDeps } from "../packages/read-source.ts";
import { pluginName } from "../plugins.ts";

const MEGABYTE = 1_048_576;

/** Plugins as packages. */
const PLUGIN: PackageKind = {
  name: "plugin",
  shape: "A plugin is a folder with a package.json and ordinary files.",
  bounds: {
    files: 2000,
    fileBytes: 10 * MEGABYTE,
    bytes: 50 * MEGABYTE,
    pathChars: 300,
    depth: 12,
  },
};

const MAX_INDEX_BYTES = MEGABYTE;
const MAX_SIGNATURE_BYTES = 4096;
const DOWNLOAD_MS = 30_000;

const indexSchema = z.object({
  plugins: z
    .array(
      z.object({
        name: pluginName,
        source: z.url({ protocol: /^https?$/ }),
        publicKey: minisignKey.optional(),
      }),
    )
    .max(2000),
});

export interface PluginSourceDeps extends SourceDeps {
  /** URL of the marketplace's index. */
  readonly marketplace: string | undefined;
}

/** A plugin in a folder, which goes when it is disposed of unless it is its author's own. */
export interface OpenedSource extends AsyncDisposable {
  readonly folder: string;
  /**
   * Checks the signature of the archive, if the marketplace or the manifest names a key, and returns that key. Null if
   * nobody signed it. Throws `denied` for a signature that is wrong or missing.
   */
  verify(manifestKey: string | undefined): Promise<string | null>;
}

/**
 * Opens the plugin in a folder, an archive, a git repository, or of a name in the marketplace. Throws as `readSource`
 * does, and `missing` for an unknown name.
 */
export async function openPluginSource(
  given: string,
  deps: PluginSourceDeps,
): Promise<OpenedSource> {
  if (path.isAbsolute(given) && (await stat(given).catch(() => undefined))?.isDirectory())
    return { folder: given, verify: async () => null, [Symbol.asyncDispose]: nothing };
  const entry = pluginName.safeParse(given).success ? await findEntry(given, deps) : undefined;
  const source = entry?.source ?? given;
  const { files, archive } = await readSource(source, PLUGIN, deps);
  const scratch = await openScratch(files, deps.processes);
  return {
    folder: scratch.folder,
    async verify(manifestKey) {
      const keys = [entry?.publicKey, manifestKey].filter((key) => key !== undefined);
      const [publicKey] = keys;
      if (publicKey === undefined) return null;
      if (new Set(keys).size > 1)
        throw new Fault("denied", "The marketplace and the plugin name different keys.");
      // A clone of a repository has no signature. Only the marketplace can require one.
      if (!archive && entry?.publicKey === undefined) return null;
      if (!archive)
        throw new Fault(
          "denied",
          `${source} is signed by nobody, and the marketplace requires it.`,
        );
      verifyMinisign(archive, { publicKey, signature: await readSignature(source, deps) });
      return publicKey;
    },
    [Symbol.asyncDispose]: scratch.dispose,
  };
}

async function openScratch(files: PackageFiles, processes: Processes) {
  const scratch = await processes.openFolder();
  try {
    const folder = path.join(scratch.path, "plugin");
    for (const [name, content] of files) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content, { flag: "wx" });
    }
    return { folder, dispose: () => scratch[Symbol.asyncDispose]() };
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}

async function findEntry(name: string, { marketplace, download }: PluginSourceDeps) {
  if (marketplace === undefined)
    throw new Fault("invalid", `"${name}" is not a path, and no marketplace is set.`, {
      hint: "Name an absolute path or a URL, or set plugins.marketplace to the URL of an index.",
    });
  const signal = AbortSignal.timeout(DOWNLOAD_MS);
  const text = await download(marketplace, { maxBytes: MAX_INDEX_BYTES, signal });
  const index = indexSchema.safeParse(parseJson(text.toString())?.value);
  if (!index.success)
    throw new Fault("invalid", `The index ${marketplace} is not valid.`, {
      hint: z.prettifyError(index.error).slice(0, 300),
    });
  const entry = index.data.plugins.find((one) => one.name === name);
  if (entry) return entry;
  throw new Fault("missing", `The marketplace has no plugin named ${name}.`, {
    hint: `Look at ${marketplace}`,
  });
}

/** Reads the signature beside an archive. */
async function readSignature(source: string, { download }: PluginSourceDeps): Promise<string> {
  const place = `${source}.minisig`;
  const signal = AbortSignal.timeout(DOWNLOAD_MS);
  const read = path.isAbsolute(source)
    ? readFile(place)
    : download(place, { maxBytes: MAX_SIGNATURE_BYTES, signal });
  const signature = await read.catch((cause: unknown) => {
    throw new Fault("denied", `The signature ${place} cannot be read, and a key is named.`, {
      hint: "Do not install it unless its author says why it is not signed.",
      cause,
    });
  });
  return signature.subarray(0, MAX_SIGNATURE_BYTES).toString();
}

async function nothing(): Promise<void> {}
