#!/bin/sh
// 2>/dev/null; d="${0%/*}"; for n in "$d/../lib/node_modules/reeve/node_modules/.bin/node" "$d/node" node; do [ -x "$n" ] && break; done; exec "$n" "$0" "$@"
// Plain JavaScript that an old Node can read: it finds one that is new enough and hands over. A shell
// reads the line above and starts the Node that npm linked beside this command, if there is one, so that
// the agent is one process and not two.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NEEDED = 24;

const isNewEnough = Number.parseInt(process.versions.node, 10) >= NEEDED;

if (isNewEnough) await runHere();
else runWith(findNode());

async function runHere() {
  // Compiled code is kept between runs; without it every start compiles all sources again.
  module.enableCompileCache?.();
  // Threads look for it here; without it each compiles its own sources again, with a compiler of its own.
  const cache = module.getCompileCacheDir?.();
  if (cache) process.env.NODE_COMPILE_CACHE ??= path.dirname(cache);
  const folder = path.resolve(fileURLToPath(import.meta.url), "../..");
  const built = path.join(folder, "dist", "main.js");
  const source = path.join(folder, "src", "main.ts");
  const entry = existsSync(source) && !isCurrent(built, path.dirname(folder)) ? source : built;
  await import(pathToFileURL(entry).href);
}

/** In a clone: whether no source and no dependency changed after the build began. */
function isCurrent(built, packages) {
  const time = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(packages).map((name) => path.join(packages, name, "src"));
  const lock = path.join(packages, "..", "package-lock.json");
  return [lock, ...sources].every((file) => isOlder(file, time));
}

/** Whether a file, or a folder with everything in it but tests, did not change after `time`. */
function isOlder(file, time) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return true;
  if (stats.mtimeMs > time) return false;
  if (!stats.isDirectory()) return true;
  return readdirSync(file).every(
    (name) => name.endsWith(".test.ts") || isOlder(path.join(file, name), time),
  );
}

/** The binary of the `node` package that npm installed beside us, if there is one. */
function findNode() {
  const folders = createRequire(import.meta.url).resolve.paths("node/bin") ?? [];
  const binary = process.platform === "win32" ? "node.exe" : "node";
  return folders.map((folder) => path.join(folder, "node", "bin", binary)).find(existsSync);
}

function runWith(node) {
  if (!node) {
    process.stderr.write(
      `reeve: needs Node ${NEEDED} or newer; this is ${process.version} and npm installed no other.\n` +
        `Install Node ${NEEDED} (https://nodejs.org), or allow npm's optional package "node": npm install node@${NEEDED}\n`,
    );
    process.exitCode = 1;
    return;
  }

  const script = fileURLToPath(import.meta.url);
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: "inherit" });

  // A terminal sends Ctrl-C to the child as well; passing it on would count it twice.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

  child.on("error", (error) => {
    process.stderr.write(`reeve: cannot run ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = signal ? 128 + os.constants.signals[signal] : code;
  });
}
