import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter } from "vitest/node";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Libraries that know nothing of the agent: nothing but their own files can break their tests. */
const LIBRARIES = ["documents", "markdown", "sandbox", "speech", "time", "vector-index"];

/** Digests of the libraries whose tests have passed on this machine, by name. */
const PASSED = path.join(ROOT, "node_modules/.cache/reeve/tested-libraries.json");

/** Returns the folders of the libraries that have not changed since their tests passed. */
export function unchangedLibraries(file = PASSED): readonly string[] {
  const passed = readPassed(file);
  return LIBRARIES.filter((name) => passed[name] === digestOf(name)).map(folderOf);
}

/** Creates a reporter that notes the libraries as tested when a whole run has passed. */
export function libraryRecorder(file = PASSED): Reporter {
  // Files that change during the run are not the tested ones.
  const digests = Object.fromEntries(LIBRARIES.map((name) => [name, digestOf(name)]));
  return {
    onTestRunEnd(_modules, _errors, reason) {
      if (reason !== "passed") return;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(digests));
    },
  };
}

function folderOf(name: string): string {
  return `packages/${name}`;
}

/** Digests a library's files, what is installed, and what runs it. */
function digestOf(name: string): string {
  const files = globSync(`${folderOf(name)}/**/*.*`, { cwd: ROOT }).toSorted();
  const hash = createHash("sha256").update(process.version);
  for (const file of [...files, "package-lock.json"])
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

function readPassed(file: string): Readonly<Record<string, string>> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
