import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let installed: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "reeve-bin-")));
  installed = path.join(folder, "reeve");
  await put("package.json", '{ "type": "module" }');
  await mkdir(path.join(installed, "bin"));
  await copyFile(new URL("reeve.js", import.meta.url), path.join(installed, "bin", "reeve.js"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(file: string, content: string): Promise<void> {
  const target = path.join(installed, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content, { mode: 0o755 });
}

/** Stands in for the binary of npm's `node` package. */
const installNode = (script: string) =>
  put("node_modules/node/bin/node", `#!${process.execPath}\n${script}\n`);

function start(args: readonly string[], { version }: { version: string }) {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      path.join(installed, "bin", "reeve.js"),
      ...args,
    ],
    { env: {} },
  );
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]).then(([[code], err]) => ({
    code: code as number,
    err,
  }));
  return { child, ended };
}

test("a new Node runs the agent itself: the build where there is one, else the sources", async () => {
  await put("src/main.ts", 'const name: string = "sources"; console.log(name);');
  const sources = start([], { version: "24.0.0" });
  expect(await text(sources.child.stdout)).toBe("sources\n");

  await put("dist/main.js", 'console.log("build", process.argv.slice(2));');
  const build = start(["--help"], { version: "26.1.0" });
  expect(await text(build.child.stdout)).toBe("build [ '--help' ]\n");
});

test.each(["src/main.ts", "src/app/other.ts", "src/app", "../../package-lock.json"])(
  "in a clone, a build that is older than %s is not run",
  async (changed) => {
    installed = path.join(folder, "packages", "reeve");
    await put("package.json", '{ "type": "module" }');
    await put("src/main.ts", 'console.log("sources");');
    await put("src/app/other.ts", "");
    await put("../../package-lock.json", "");
    await put("bin/reeve.js", await readFile(new URL("reeve.js", import.meta.url), "utf8"));
    await put("dist/main.js", 'console.log("build");');
    const later = new Date(Date.now() + 60_000);
    await put("src/app/other.test.ts", "");
    await utimes(path.join(installed, "dist/main.js"), later, later);
    const fresh = start([], { version: "24.0.0" });
    expect(await text(fresh.child.stdout)).toBe("build\n");

    const muchLater = new Date(Date.now() + 120_000);
    await utimes(path.join(installed, "src/app/other.test.ts"), muchLater, muchLater);
    const tested = start([], { version: "24.0.0" });
    expect(await text(tested.child.stdout)).toBe("build\n");

    await utimes(path.join(installed, changed), muchLater, muchLater);
    const stale = start([], { version: "24.0.0" });
    expect(await text(stale.child.stdout)).toBe("sources\n");
  },
);

test("a shell starts the Node that lies beside the command, in one process", async () => {
  await put("src/main.ts", "console.log(process.pid);");
  const command = path.join(folder, "commands", "reeve");
  await mkdir(path.dirname(command));
  await symlink(path.join(installed, "bin", "reeve.js"), command);
  await symlink(process.execPath, path.join(folder, "commands", "node"));
  await chmod(path.join(installed, "bin", "reeve.js"), 0o755);
  const child = spawn(command, [], { env: {} });
  expect(await text(child.stdout)).toBe(`${child.pid}\n`);
});

test("an old Node hands over to the one that npm installed: arguments, streams, exit code", async () => {
  await installNode(
    'process.stdin.on("data", (data) => { console.log(JSON.stringify([...process.argv.slice(2), String(data)])); process.exit(5); });',
  );
  const { child, ended } = start(["chat", "--json"], { version: "18.20.0" });
  child.stdin.end("hi");
  const script = path.join(installed, "bin", "reeve.js");
  expect(JSON.parse(await text(child.stdout))).toEqual([script, "chat", "--json", "hi"]);
  expect(await ended).toEqual({ code: 5, err: "" });
});

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s reaches the agent, which ends as it likes",
  async (signal) => {
    await installNode(
      `process.on("${signal}", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1e6);`,
    );
    const { child, ended } = start([], { version: "20.0.0" });
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await ended).toEqual({ code: 7, err: "" });
  },
);

test("Ctrl-C is not passed on, because the terminal has told both", async () => {
  await installNode(
    `process.on("SIGINT", () => process.exit(9)); process.on("SIGTERM", () => process.exit(7));
     console.log("ready"); setInterval(() => {}, 1e6);`,
  );
  const { child, ended } = start([], { version: "20.0.0" });
  await once(child.stdout, "data");
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 7, err: "" });
});

test("an agent that was killed is reported as shells do it", async () => {
  await installNode('process.kill(process.pid, "SIGKILL");');
  expect(await start([], { version: "20.0.0" }).ended).toEqual({ code: 137, err: "" });
});

test("without a new Node it says what to do", async () => {
  const { code, err } = await start(["--help"], { version: "20.0.0" }).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^reeve: needs Node 24 or newer; .*\nInstall Node 24 /);
});
