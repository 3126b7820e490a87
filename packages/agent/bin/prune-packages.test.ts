import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-prune-"));
  await mkdir(path.join(folder, "bin"));
  const script = path.join(import.meta.dirname, "prune-packages.js");
  await copyFile(script, path.join(folder, "bin", "prune.mjs"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const OTHERS = ["plan9/x64", "plan9/mips", `${process.platform}/mips`];
const OWN = `${process.platform}/${process.arch}`;

/** A package with a library for each system, and the install script. */
async function putPackage(systems: readonly string[]): Promise<string> {
  const root = path.join(folder, "node_modules", "onnxruntime-node");
  for (const system of systems) {
    const libraries = path.join(root, "bin", "napi-v6", system);
    await mkdir(libraries, { recursive: true });
    await writeFile(path.join(libraries, "library.node"), system);
  }
  await mkdir(path.join(root, "script"), { recursive: true });
  await writeFile(path.join(root, "script", "install.js"), "throw new Error('no network');");
  await writeFile(path.join(root, "package.json"), "{}");
  return root;
}

const NO_NODE = expect.stringMatching(/^node was left as it is: .*Cannot find module/s);

async function prune(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [path.join(folder, "bin", "prune.mjs")], { env });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, err };
}

/** Node's package, with its binary and headers in a package inside of it or beside it. */
async function putNode(place: "inside" | "beside"): Promise<string> {
  const root = path.join(folder, "node_modules", "node");
  const modules = place === "inside" ? path.join(root, "node_modules") : path.dirname(root);
  const system = path.join(modules, `node-${process.platform}-x64`);
  for (const name of ["bin", "include/node", "share/man"]) {
    await mkdir(path.join(system, name), { recursive: true });
    await writeFile(path.join(system, name, "file"), "");
  }
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, "package.json"), "{}");
  return system;
}

async function librariesIn(root: string): Promise<readonly string[]> {
  const names = await readdir(path.join(root, "bin"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".node"));
  return files.map((name) => path.dirname(path.relative("napi-v6", name))).toSorted();
}

test("only this machine's libraries stay, and running it again changes nothing", async () => {
  const root = await putPackage([...OTHERS, OWN]);
  for (let run = 0; run < 2; run++) {
    expect(await prune()).toEqual({ code: 0, err: NO_NODE });
    expect(await librariesIn(root)).toEqual([OWN]);
  }
});

test("the package's own install script does nothing any more", async () => {
  const root = await putPackage([OWN]);
  await prune();
  const script = await readFile(path.join(root, "script", "install.js"), "utf8");
  expect(script).toMatch(/^\/\/ .*\n$/);
});

test("an installation for another machine keeps that machine's libraries", async () => {
  const root = await putPackage([...OTHERS, OWN]);
  await prune({ npm_config_os: "plan9", npm_config_cpu: "mips" });
  expect(await librariesIn(root)).toEqual(["plan9/mips"]);
});

test("a package without libraries for this machine stays as it is", async () => {
  const root = await putPackage(OTHERS);
  expect(await prune()).toEqual({ code: 0, err: NO_NODE });
  expect(await librariesIn(root)).toEqual(OTHERS.toSorted());
});

test("an installation without the package succeeds", async () => {
  expect(await prune()).toEqual({
    code: 0,
    err: expect.stringMatching(/^onnxruntime-node was left as it is: /),
  });
});

test.each(["inside", "beside"] as const)(
  "Node keeps its binary and loses its headers, with its package %s of it",
  async (place) => {
    await putPackage([OWN]);
    const system = await putNode(place);
    for (let run = 0; run < 2; run++) {
      expect(await prune()).toEqual({ code: 0, err: "" });
      expect(await readdir(system)).toEqual(["bin"]);
    }
  },
);
