import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderMegabytes } from "../../../../bench/startup/folder-megabytes.ts";
import { cloneRepository, type Newcomer } from "./clone-repository.ts";
import { openTmux } from "./open-tmux.ts";

const EMBEDDER_WORKS = /^✓ embedder {2}local\/all-MiniLM-L6-v2, 384 dimensions, works$/m;

let newcomer: Newcomer;
beforeAll(async () => {
  newcomer = await cloneRepository();
  await newcomer.run("npm", ["ci"]);
});
afterAll(() => newcomer[Symbol.asyncDispose]());

test("npm start talks in a terminal, uses tools, and is left with Ctrl-C", async () => {
  const { clone, env } = newcomer;
  await using terminal = await openTmux({ cwd: clone, env });
  await terminal.enter("npm start");
  await terminal.until(/^Reeve \d.*offline\/rules[^]*\/help[^]*^›$/m);

  await terminal.enter("hello");
  await terminal.until(/^› hello\nHello! I am Reeve's built-in offline model/m);
  await terminal.enter("remember that the tea is in the blue tin");
  await terminal.until(/^✓ memory_write {2}.*\nI will remember that: the tea is in the blue tin$/m);
  await terminal.enter("write hello to a file greet.txt");
  await terminal.until(/^✓ workspace_write {2}.*\nI wrote it to greet\.txt\.\n\n›$/m);
  const file = path.join(env["REEVE_HOME"] ?? "", "workspace", "greet.txt");
  expect((await readFile(file, "utf8")).trim()).toBe("hello");

  await terminal.press("C-c");
  await terminal.until(/^Press Ctrl-C again/m);
  await terminal.press("C-c");
  await terminal.until(/^\$$/m);
  await terminal.enter('echo "it ended with $?"');
  await terminal.until(/^it ended with 0$/m);
});

test("what npm ci built tells the same stories as the sources", async () => {
  const stories = [
    "commands",
    "http-commands",
    "import-a-transcript",
    "item-commands",
    "memory-commands",
  ];
  const files = stories.map((name) => `packages/agent/test/${name}.test.ts`);
  const env = { ...newcomer.env, REEVE_TEST_BUILD: "1" };
  const patience = ["--testTimeout", "300000"];
  await newcomer.run("npx", ["vitest", "run", "--project", "stories", ...patience, ...files], {
    env,
  });
});

test("a second terminal takes over when the first is killed", async () => {
  const { clone, env } = newcomer;
  await using first = await openTmux({ cwd: clone, env });
  await first.enter("npx reeve chat");
  await first.until(/^›$/m);
  await using second = await openTmux({ cwd: clone, env });
  await second.enter("npx reeve chat --chat other");
  await second.until(/^›$/m);

  const status = await newcomer.run("npx", ["reeve", "status", "--json"]);
  const { pid }: { pid: number } = JSON.parse(status);
  process.kill(pid, "SIGKILL");
  await second.enter("calculate 6*7");
  await second.until(/^6\*7 = 42$/m);
});

test("a pipe prints what streams in, one event a line", async () => {
  const out = await newcomer.run("npx", ["reeve", "chat", "--json"], { input: "hello" });
  const events: { type: string }[] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === "text-delta").length).toBeGreaterThan(3);
  expect(types.at(-1)).toBe("turn-end");
});

test("the command explains itself without any environment", async () => {
  const reeve = path.join(newcomer.clone, "node_modules", ".bin", "reeve");
  const out = await newcomer.run("env", ["-i", reeve, "--help"], { env: {} });
  expect(out).toMatch(/^Reeve, your personal agent\.\n/);
});

test("generated files are fresh, and installing and talking changed nothing in the clone", async () => {
  await newcomer.run("npm", ["run", "gen", "--", "--check"]);
  expect(await newcomer.run("git", ["status", "--porcelain"])).toBe("");
});

// npm 10 runs the install scripts of all packages, npm 12 none without permission.
test.each([10, 12])("npm %i brings Node 24, and an embedder for this machine", async (major) => {
  await using other = await cloneRepository();
  await other.run("npx", ["--yes", `npm@${major}`, "ci"]);
  const node = path.join(other.clone, "node_modules", ".bin", "node");
  expect(await other.run(node, ["--version"])).toMatch(/^v24\./);
  expect(await other.run("npx", ["reeve", "--help"])).toMatch(/^Reeve, your personal agent\.\n/);
  expect(await other.run("npx", ["reeve", "doctor"])).toMatch(EMBEDDER_WORKS);
  expect(await systemsOf(other.clone)).toEqual([`${process.platform}/${process.arch}`]);
});

test("what is packed runs where it is installed", async () => {
  const { folder, clone } = newcomer;
  const packed = path.join(clone, "dist");
  await newcomer.run("npm", ["run", "pack"]);
  const cwd = path.join(folder, "production");
  await mkdir(cwd);
  await newcomer.run("npm", ["init", "--yes"], { cwd });
  const tarballs = (await readdir(packed)).filter((name) => /^reeve-\d/.test(name));
  const files = tarballs.map((name) => path.join(packed, name));
  await newcomer.run("npm", ["install", "--omit=dev", ...files], { cwd });

  expect(await newcomer.run("npx", ["reeve", "--help"], { cwd })).toMatch(
    /^Reeve, your personal agent\.\n/,
  );
  expect(await newcomer.run("npx", ["reeve", "chat"], { cwd, input: "hi\n" })).toMatch(
    /^Hello! I am Reeve's built-in offline model/,
  );
  const german = ["reeve", "chat", "--set", "agent.language=de"];
  expect(await newcomer.run("npx", german, { cwd, input: "/tasks\n" })).toMatch(
    /^Es ist nichts zu tun\.$/m,
  );
  expect(await newcomer.run("npx", ["reeve", "doctor"], { cwd })).toMatch(EMBEDDER_WORKS);
  expect(await systemsOf(cwd)).toEqual([`${process.platform}/${process.arch}`]);
  expect(await folderMegabytes(path.join(cwd, "node_modules"))).toBeLessThan(250);
});

/** Returns the systems for which the embedder has libraries, as in `linux/x64`. */
async function systemsOf(installation: string): Promise<readonly string[]> {
  const libraries = path.join(installation, "node_modules", "onnxruntime-node", "bin", "napi-v6");
  const names = await readdir(libraries, { recursive: true });
  const folders = names.filter((name) => name.endsWith(".node")).map((name) => path.dirname(name));
  return folders.toSorted();
}

// It adds files, so it comes last.
test("a new channel passes the channel suite with its fake", async () => {
  const channel = ["packages/agent/src/channels/demo-chat"];
  await newcomer.run("npm", ["run", "new:channel", "demo-chat", "DemoChat"]);
  await newcomer.run("npm", ["run", "gen"]);
  await newcomer.run("npx", ["oxfmt", ...channel]);
  await newcomer.run("npx", ["tsc", "-p", "."]);
  await newcomer.run("npx", ["oxlint", "--type-aware", ...channel]);
  const suite = ["packages/agent/test/integration/channels.test.ts"];
  const env = { ...newcomer.env, REEVE_CHANNEL: "demo-chat" };
  const out = await newcomer.run("npm", ["run", "test:integration", ...suite], { env });
  expect(out).toMatch(/12 passed/);
});
