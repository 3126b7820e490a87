import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProgram } from "./pack/run-program.ts";

/**
 * `node scripts/build-kernels.ts`: compiles the search's inner loops. Needed only when
 * `kernels.wat` changes; a test says when the bytes are older than their source.
 */
const COMPILER = "wabt@1.0.39";

const room = path.resolve(import.meta.dirname, "../packages/vector-index/src");
const source = path.join(room, "kernels.wat");
const folder = await mkdtemp(path.join(tmpdir(), "reeve-kernels-"));
try {
  const compiled = path.join(folder, "kernels.wasm");
  const args = ["exec", "--yes", `--package=${COMPILER}`, "--", "wat2wasm", source];
  await runProgram("npm", [...args, "-o", compiled], { cwd: folder });
  const digest = createHash("sha256")
    .update(await readFile(source))
    .digest("hex");
  const bytes = (await readFile(compiled)).toString("base64");
  await writeFile(
    path.join(room, "kernels.gen.ts"),
    `// Written by scripts/build-kernels.ts from kernels.wat.\n\n` +
      `/** SHA-256 of the source. */\nexport const KERNELS_SOURCE =\n  "${digest}";\n\n` +
      `/** The compiled module in base64. */\nexport const KERNELS =\n  "${bytes}";\n`,
  );
} finally {
  await rm(folder, { recursive: true });
}
