#!/usr/bin/env node
// Plain JavaScript that an old Node can read: it finds one that is new enough and hands over.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

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
  const built = new URL("../dist/main.js", import.meta.url);
  const entry = existsSync(built) ? built : new URL("../src/main.ts", import.meta.url);
  await import(entry.href);
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
