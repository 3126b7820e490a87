/**
 * Takes out of onnxruntime-node what this machine does not need: libraries for other systems, which
 * are five sixths of it, and an install script that downloads libraries for graphics cards. npm runs
 * this as a preinstall script, before that script would run. It needs nothing but Node, may run any
 * number of times, and never makes an installation fail.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const NOTHING =
  "// Left out by Reeve, which uses the processor only: this downloaded CUDA libraries.\n";

try {
  const manifest = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
  prune(path.dirname(manifest));
} catch (error) {
  process.stderr.write(`onnxruntime-node was left as it is: ${String(error)}\n`);
}

function prune(folder) {
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
