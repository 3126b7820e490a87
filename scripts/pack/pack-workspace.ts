import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";
import { buildAgent } from "../build/build-agent.ts";
import { runProgram } from "./run-program.ts";

interface PublishedPackage {
  readonly name: string;
  /** Goes in beside the compiled sources, where it is there; from the package or from the root. */
  readonly keeps: readonly string[];
  /** Sources that only tests and development need. Undefined: the package is built, not compiled. */
  readonly leavesOut?: readonly string[];
}

const TESTS = ["**/*.test.ts", "**/*.test-d.ts"];

/** Libraries that know nothing of Reeve. */
const LIBRARIES = [
  "documents",
  "icu-subset",
  "markdown",
  "sandbox",
  "speech",
  "time",
  "vector-index",
].map((name): PublishedPackage => ({
  name,
  keeps: ["README.md", "LICENSE", "languages"],
  leavesOut: [...TESTS, "**/testing/**"],
}));

/** In the order in which they need each other. */
const PACKAGES: readonly PublishedPackage[] = [
  { name: "operations", keeps: ["LICENSE"], leavesOut: TESTS },
  { name: "sdk", keeps: ["LICENSE"], leavesOut: TESTS },
  { name: "client", keeps: ["LICENSE"], leavesOut: TESTS },
  ...LIBRARIES,
  { name: "agent", keeps: ["bin/reeve.js", "bin/prune-packages.js", "README.md", "LICENSE"] },
];

/**
 * Compiles and packs every published package into `target`; the source tree is
 * left as it is. Returns the paths of the tarballs, dependencies first.
 */
export async function packWorkspace(root: string, target: string): Promise<readonly string[]> {
  const staging = await mkdtemp(path.join(tmpdir(), "reeve-pack-"));
  try {
    const tarballs: string[] = [];
    for (const published of PACKAGES) {
      const stage = await stagePackage(published, { root, staging });
      const printed = await runProgram("npm", ["pack", "--json", "--pack-destination", target], {
        cwd: stage,
      });
      tarballs.push(path.join(target, fileNameIn(printed)));
    }
    return tarballs;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stagePackage(
  published: PublishedPackage,
  { root, staging }: { root: string; staging: string },
): Promise<string> {
  const source = path.join(root, "packages", published.name);
  const stage = path.join(staging, published.name);
  await mkdir(stage);
  await (published.leavesOut
    ? compile(published, { root, stage })
    : build(path.join(stage, "dist"), root));
  for (const kept of published.keeps) {
    const own = path.join(source, kept);
    const shared = path.join(root, kept);
    const from = existsSync(own) ? own : shared;
    if (existsSync(from)) await cp(from, path.join(stage, kept), { recursive: true });
  }
  const manifest: unknown = JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
  await writeFile(
    path.join(stage, "package.json"),
    JSON.stringify(toManifest(manifest, published), undefined, 2),
  );
  return stage;
}

/** Copies a fresh build, with the data that it links to. */
async function build(target: string, root: string): Promise<void> {
  const { folder } = await buildAgent(root);
  await cp(folder, target, { recursive: true, dereference: true });
}

async function compile(
  { name, leavesOut = [] }: PublishedPackage,
  { root, stage }: { root: string; stage: string },
): Promise<void> {
  const source = path.join(root, "packages", name, "src");
  // The compiler finds dependencies from where its project file lies.
  await symlink(path.join(root, "node_modules"), path.join(stage, "node_modules"));
  const project = path.join(stage, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: path.join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        // Types are checked by `npm run check`; here they are only taken out.
        noCheck: true,
        declaration: true,
        rootDir: source,
        outDir: path.join(stage, "dist"),
      },
      include: [source],
      exclude: leavesOut.map((pattern) => path.join(source, pattern)),
    }),
  );
  await runProgram("tsc", ["-p", project], { cwd: root });
  await rm(project);
  await rm(path.join(stage, "node_modules"));
}

/** Returns the manifest as it is published: entry points are the compiled files. */
function toManifest(
  manifest: unknown,
  { keeps, leavesOut }: PublishedPackage,
): Record<string, unknown> {
  if (!isRecord(manifest)) throw new Error("A package.json must hold an object.");
  const { private: _private, scripts, devDependencies: _dev, dependencies, ...rest } = manifest;
  return {
    ...rest,
    // A build holds what it needs, but for native code.
    ...(leavesOut && { dependencies }),
    ...(scripts !== undefined && { scripts }),
    ...("exports" in rest && { exports: toCompiled(rest["exports"]) }),
    files: ["dist", ...keeps],
    engines: { node: ">=18" },
  };
}

function toCompiled(entry: unknown): unknown {
  if (isRecord(entry))
    return Object.fromEntries(
      Object.entries(entry).map(([key, inner]) => [key, toCompiled(inner)]),
    );
  if (typeof entry !== "string") return entry;
  const compiled = entry.replace("./src/", "./dist/");
  return {
    types: compiled.replace(/\.ts$/, ".d.ts"),
    default: compiled.replace(/\.ts$/, ".js"),
  };
}

function fileNameIn(printed: string): string {
  const name = /"filename": *"([^"]+)"/.exec(printed)?.[1];
  if (!name) throw new Error(`npm pack names no file: ${printed}`);
  return path.basename(name);
}
