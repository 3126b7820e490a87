import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";
import { killProcess } from "../kill-process.ts";

const ENTRY = path.resolve(import.meta.dirname, "../../../src/main.ts");
const run = promisify(execFile);

/** A real process of the agent, which can be killed and started again. */
export interface ReeveProcess extends AsyncDisposable {
  readonly home: string;
  readonly url: string;
  /** A new sign-in link, from `reeve open`. */
  link(): Promise<string>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts an agent in a new home. The config is added to that of its gateway. */
export async function startReeve(config: Readonly<Record<string, unknown>>): Promise<ReeveProcess> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-dashboard-"));
  await mkdir(home, { recursive: true });
  const port = await freePort();
  // JSON is YAML.
  const content = { embedding: { provider: "none" }, ...config, http: { port } };
  await writeFile(path.join(home, "config.yaml"), JSON.stringify(content));
  const env = { PATH: process.env["PATH"], REEVE_HOME: home };
  let child: ChildProcess | undefined;
  const reeve: ReeveProcess = {
    home,
    url: `http://127.0.0.1:${port}`,
    async link() {
      const { stdout } = await run(process.execPath, [ENTRY, "open"], { env });
      const [link] = /http:\S+/.exec(stdout) ?? [];
      if (link === undefined) throw new Error(`reeve open printed no link: ${stdout}`);
      return link;
    },
    async kill() {
      if (child) await killProcess(child);
      child = undefined;
    },
    async start() {
      const started = spawn(process.execPath, [ENTRY, "start"], {
        stdio: ["ignore", "pipe", "inherit"],
        env,
      });
      child = started;
      for await (const line of createInterface({ input: started.stdout }))
        if (line.startsWith("ready")) return;
      throw new Error("The agent ended before it was ready.");
    },
    async [Symbol.asyncDispose]() {
      await reeve.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
  await reeve.start();
  return reeve;
}
