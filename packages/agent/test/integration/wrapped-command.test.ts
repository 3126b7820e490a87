import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { wrapCommand, type WrapOptions } from "command-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installBubblewrap } from "./install-bubblewrap.ts";

const SECRET = `reeve-wrapped-${process.pid}`;
const LIMITS = {
  processes: 128,
  memoryMb: 1024,
  cpuSeconds: 1,
  fileMb: 8,
  diskMb: 100,
  openFiles: 128,
};

/** Program that answers each line, which is JavaScript, with a line of JSON, until its input ends. */
const SERVER = `
import fs from "node:fs";
import net from "node:net";
import { createInterface } from "node:readline";
process.on("SIGTERM", () => {});
for await (const line of createInterface({ input: process.stdin })) {
  const work = new Function("fs", "net", "return (async () => " + line + ")()");
  const answer = await work(fs, net).catch((error) => "failed: " + (error.code ?? error));
  process.stdout.write(JSON.stringify(answer) + "\\n");
}
`;
/** Program that outlives its input. */
const STUBBORN = `
process.on("SIGTERM", () => {});
setInterval(() => {}, 1_000_000);
process.stdout.write("ready\\n");
`;

let root: string;
let homeFile: string;
const cleanUp = new AsyncDisposableStack();

beforeAll(async () => {
  await installBubblewrap();
  root = await mkdtemp("/var/tmp/reeve-wrapped-");
  cleanUp.defer(() => rm(root, { recursive: true }));
  for (const name of ["workspace", "given", "given/inner", "outside"])
    await mkdir(path.join(root, name));
  await writeFile(path.join(root, "given", "server.mjs"), SERVER);
  await writeFile(path.join(root, "given", "stubborn.mjs"), STUBBORN);
  await writeFile(path.join(root, "outside", "secret"), SECRET);
  homeFile = path.join(homedir(), `.${SECRET}`);
  await writeFile(homeFile, SECRET);
  cleanUp.defer(() => rm(homeFile));
}, 300_000);

afterAll(() => cleanUp.disposeAsync());

async function wrap(program: "server" | "stubborn", change: Partial<WrapOptions> = {}) {
  const node = await realpath(process.execPath);
  return wrapCommand({
    argv: [node, path.join(root, "given", `${program}.mjs`)],
    workspace: path.join(root, "workspace"),
    folders: [
      { path: path.join(root, "given", "inner"), writable: true },
      { path: path.join(root, "given") },
      { path: path.dirname(node) },
    ],
    network: false,
    limits: LIMITS,
    scratch: path.join(root, "scratch"),
    ...change,
  });
}

/** Starts the server as a transport does, which adds variables of its own. */
async function startServer(change: Partial<WrapOptions> = {}) {
  const { command, args, env } = await wrap("server", change);
  const child = spawn(command, args, { env: { HOME: homedir(), LEAKED: SECRET, ...env } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    child,
    ask: async (work: string): Promise<unknown> => {
      child.stdin.write(`${work}\n`);
      const line = await lines.next();
      if (line.done) throw new Error(`the program ended: ${stderr}`);
      return JSON.parse(line.value);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await closed(child);
    },
  };
}

/** Waits until the process is gone and nobody holds its output open, such as a program that it started. */
async function closed(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.stdout.resume();
  if (child.stdout.closed && child.exitCode !== null) return;
  if (child.stdout.closed && child.signalCode !== null) return;
  await once(child, "close");
}

test("a program answers for as long as its caller asks, and ends with its input", async () => {
  await using server = await startServer();

  expect(await server.ask("1 + 1")).toBe(2);
  expect(await server.ask('fs.writeFileSync("made", "2") ?? process.cwd()')).toBe("/workspace");
  expect(await readFile(path.join(root, "workspace", "made"), "utf8")).toBe("2");

  server.child.stdin.end();
  await closed(server.child);
  expect(server.child.exitCode).toBe(0);
});

test("a program may use more CPU time than a command", async () => {
  await using server = await startServer();
  const work = "{ while (process.cpuUsage().user < 1_500_000); return 'done'; }";
  expect(await server.ask(work)).toBe("done");
});

test("it sees the given folders, and changes only the writable ones", async () => {
  await using server = await startServer();
  const read = (file: string) => server.ask(`fs.readFileSync(${JSON.stringify(file)}, "utf8")`);
  const write = (file: string) =>
    server.ask(`fs.writeFileSync(${JSON.stringify(file)}, "x") ?? "written"`);

  expect(await read(path.join(root, "given", "server.mjs"))).toBe(SERVER);
  expect(await write(path.join(root, "given", "server.mjs"))).toBe("failed: EROFS");
  expect(await write(path.join(root, "given", "inner", "new"))).toBe("written");
  expect(await read(homeFile)).toBe("failed: ENOENT");
  expect(await read(path.join(root, "outside", "secret"))).toBe("failed: ENOENT");
  expect(await write(path.join(root, "outside", "secret"))).toBe("failed: ENOENT");
  expect(await server.ask(`fs.readdirSync(${JSON.stringify(root)})`)).toEqual(["given"]);
});

test("it gets its variables, and none of its caller's", async () => {
  const value = 'a "b" $c\nexport HOME=x';
  await using server = await startServer({ env: { TOKEN: value, LANG: "C" } });

  const env = await server.ask("process.env");
  expect(env).toEqual({
    TOKEN: value,
    LANG: "C",
    HOME: "/home/agent",
    PATH: expect.stringMatching(/^\/usr\/local\/bin:/),
    TERM: "dumb",
    PWD: "/workspace",
  });
  const environments = await server.ask(
    'fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).map((id) => fs.readFileSync(`/proc/${id}/environ`, "utf8"))',
  );
  expect(environments).toHaveLength(2);
  expect(JSON.stringify(environments)).not.toContain(SECRET);
  expect(JSON.stringify(environments)).not.toContain(homedir());
  expect(await readFile(`/proc/${server.child.pid}/cmdline`, "utf8")).not.toContain('a "b"');
});

test("it reaches a server of this machine only if it has the network", async () => {
  await using listener = createServer((client) => client.on("error", () => {}).end("hello"));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const connect = `new Promise((resolve, reject) => net.connect(${port}, "127.0.0.1").on("error", reject).on("data", (data) => resolve(String(data))))`;

  await using offline = await startServer();
  expect(await offline.ask(connect)).toBe("failed: ECONNREFUSED");
  await using online = await startServer({ network: true });
  expect(await online.ask(connect)).toBe("hello");
});

test.each(["SIGTERM", "SIGKILL"] as const)("a stubborn program dies by %s", async (signal) => {
  const { command, args, env } = await wrap("stubborn");
  const child = spawn(command, args, { env });
  await once(child.stdout, "data");

  child.kill(signal);

  await closed(child);
  expect(child.signalCode).toBe(signal);
});

test("a stubborn program dies with the process that spawned it", async () => {
  const { command, args, env } = await wrap("stubborn");
  const script = `import { spawn } from "node:child_process";
    spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { env: ${JSON.stringify(env)}, stdio: "inherit" });`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  await once(parent.stdout, "data");

  parent.kill("SIGKILL");

  await closed(parent);
  expect(parent.signalCode).toBe("SIGKILL");
});
