import { readFile, writeFile } from "node:fs/promises";

/**
 * Makes of package-lock.json one that `npm ci` can install on every platform with
 * nothing but a registry; run it after `npm install`.
 *
 * Adds the platform packages that a registry mirror did not offer when the lock was
 * written: `npm ci` refuses a lock without them. Takes out the mark by which npm finds
 * the install scripts that must not run.
 */
interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

interface Lock {
  packages: Record<string, Entry>;
}

/** It downloads libraries for graphics cards. npm up to 11 knows no `allowScripts`. */
const SCRIPTLESS = new Set(["node_modules/onnxruntime-node"]);

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const LIBRARIES: Readonly<Record<string, string>> = {
  musl: "musl",
  musleabihf: "musl",
  gnu: "glibc",
  gnueabihf: "glibc",
};
const FILE = "package-lock.json";

const lock: Lock = JSON.parse(await readFile(FILE, "utf8"));
const missing = Object.entries(lock.packages).flatMap(([owner, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(owner, name))
    .map(([name, version]) => [`node_modules/${name}`, toEntry(entry, name, version)] as const),
);
const { "": root = {}, ...rest } = { ...lock.packages, ...Object.fromEntries(missing) };
const sorted = Object.entries(rest)
  .map(([at, entry]) => [at, SCRIPTLESS.has(at) ? withoutScript(entry) : entry] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1));
lock.packages = { "": root, ...Object.fromEntries(sorted) };
await writeFile(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
process.stdout.write(`${missing.length} platform packages added\n`);

function withoutScript({ hasInstallScript: _script, ...entry }: Entry): Entry {
  return entry;
}

function isLocked(owner: string, name: string): boolean {
  return [`node_modules/${name}`, `${owner}/node_modules/${name}`].some(
    (at) => at in lock.packages,
  );
}

/** A platform package's name ends in its system, processor and C library. */
function toEntry({ dev, license }: Entry, name: string, version: string) {
  const words = name.split(/[-/]/);
  const at = words.findIndex((word) => SYSTEMS.includes(word));
  const [system, processor, library] = words.slice(at);
  const libc = library && LIBRARIES[library];
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    ...(license && { license }),
    optional: true,
    ...(system && { os: [system] }),
  };
}
