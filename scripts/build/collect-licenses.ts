import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "rolldown";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Collects the licenses of the packages of which a build holds code. */
export interface LicenseCollection {
  readonly plugin: Plugin;
  /** Name, version and license text of each package, sorted by name. */
  text(): Promise<string>;
}

export function collectLicenses(): LicenseCollection {
  const folders = new Set<string>();
  return {
    plugin: {
      name: "collect-licenses",
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle))
          for (const id of file.type === "chunk" ? file.moduleIds : [])
            folders.add(packageFolderOf(id) ?? "");
        folders.delete("");
      },
    },
    async text() {
      const licenses = await Promise.all([...folders].map(readLicense));
      return `${HEADING}\n${licenses.toSorted().join("\n")}`;
    },
  };
}

const HEADING = "The built files contain code of the following packages.\n";

/** The folder of the package that a module belongs to; undefined outside of `node_modules`. */
function packageFolderOf(id: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, ""))?.[0];
}

async function readLicense(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  if (!isRecord(manifest)) throw new Error(`${folder} has no manifest.`);
  const files = (await readdir(folder)).filter((name) => LICENSE_FILE.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  const title = `${String(manifest["name"])} ${String(manifest["version"])}, ${String(manifest["license"])}`;
  return [`${title}\n${"=".repeat(title.length)}`, ...texts.map((text) => text.trim()), ""].join(
    "\n\n",
  );
}
