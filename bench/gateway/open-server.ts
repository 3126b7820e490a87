import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "../../packages/agent/test/kit/free-port.ts";

/** An agent in a process of its own, that may be killed and is the same again. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly database: string;
  /** CPU time of all its processes and threads so far. */
  cpuMs(): Promise<number>;
  /** The most memory that any of its processes had. */
  readonly peakRssMb: number;
  /** Kills it at once, and restarts it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const BIN = path.resolve(import.meta.dirname, "../../packages/agent/bin/reeve.js");
const TICK_MS = 10;
const WATCH_MS = 500;

export async function openServer(home: string, embeddings: string): Promise<BenchServer> {
  const port = await freePort();
  const env = { ...process.env, REEVE_HOME: home };
  const ending = new WeakSet<ChildProcess>();
  const open = async () => {
    const started = await start({ port, embeddings }, env);
    started.once("exit", (code, signal) => {
      // Otherwise everyone would wait forever.
      if (!ending.has(started)) throw new Error(`the agent died: ${code ?? signal}`);
    });
    return started;
  };
  let child = await open();
  const token = await run(["tokens", "create", "bench", "--scope", "admin"], env);
  let endedCpuMs = 0;
  let peakKb = 0;

  const watch = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peakKb = Math.max(peakKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
  };
  const watching = setInterval(() => void watch(), WATCH_MS);
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    endedCpuMs += await cpuOf(child);
    const exited = once(child, "exit");
    ending.add(child);
    child.kill(signal);
    await exited;
  };
  const stop = async () => {
    clearInterval(watching);
    if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
  };

  return {
    url: `http://127.0.0.1:${port}`,
    token: /rv_\w+_[\w-]+/.exec(token)?.[0] ?? "",
    database: path.join(home, "reeve.db"),
    cpuMs: async () => endedCpuMs + (await cpuOf(child)),
    get peakRssMb() {
      return peakKb / 1024;
    },
    async kill() {
      await end("SIGKILL");
      child = await open();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function start(
  { port, embeddings }: { readonly port: number; readonly embeddings: string },
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  // One person here writes as many messages as a thousand would.
  const settings = [
    `http.port=${port}`,
    `embedding.provider=${embeddings}`,
    ...["minute", "day"].map((per) => `limits.rates.person.${per}=0`),
  ];
  const args = [BIN, "start", ...settings.flatMap((setting) => ["--set", setting])];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ready = Promise.withResolvers<void>();
  child.stdout.on("data", (chunk: Buffer) => String(chunk).includes("ready") && ready.resolve());
  child.once("exit", () => ready.reject(new Error("the agent did not start")));
  await ready.promise;
  return child;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout) said += String(chunk);
  return said;
}

async function cpuOf({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
