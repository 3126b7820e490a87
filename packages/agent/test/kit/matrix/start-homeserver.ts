import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { attempt } from "../../../src/kernel/attempt.ts";
import { freePort } from "../free-port.ts";
import { createMatrixPerson, type MatrixPerson } from "./matrix-person.ts";

const run = promisify(execFile);

const PACKAGE = "matrix-synapse==1.163.2";
const SERVER_NAME = "home.test";
const SHARED_SECRET = "shared";
const START_MS = 60_000;

/** A real homeserver (Synapse) on 127.0.0.1. Disposing of it stops it and removes its data. */
export interface Homeserver extends AsyncDisposable {
  readonly url: string;
  /** Creates an account and logs in. */
  addPerson(name: string): Promise<MatrixPerson>;
  /** Kills the homeserver; it keeps its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Installs Synapse into a folder of its own. Returns the path of its Python. */
export async function installSynapse(folder: string): Promise<string> {
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", PACKAGE]);
  return path.join(folder, "bin", "python");
}

export async function startHomeserver(python: string): Promise<Homeserver> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-homeserver-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = path.join(folder, "homeserver.yaml");
  await writeFile(config, JSON.stringify(settingsFor(folder, port)));
  const command = ["-m", "synapse.app.homeserver", "-c", config];
  await run(python, [...command, "--generate-keys"], { cwd: folder });
  let child: ChildProcess | undefined;

  const stop = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = once(running, "exit");
    running.kill("SIGKILL");
    await gone;
  };
  const start = async () => {
    child = spawn(python, command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const output = createWriteStream(path.join(folder, "output.log"), { flags: "a" });
    child.stdout?.pipe(output);
    child.stderr?.pipe(output);
    const until = Date.now() + START_MS;
    while (!(await isUp(url))) {
      if (Date.now() > until || child.exitCode !== null) throw new Error("Synapse does not start");
      await sleep(100);
    }
  };
  await start();
  return {
    url,
    start,
    stop,
    async addPerson(name) {
      const token = await register(url, name);
      return createMatrixPerson({ url, token, id: `@${name}:${SERVER_NAME}` });
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  return (await attempt(fetch(`${url}/_matrix/client/versions`))).status === "fulfilled";
}

/** JSON is YAML. */
function settingsFor(folder: string, port: number) {
  const fast = { per_second: 1000, burst_count: 1000 };
  return {
    server_name: SERVER_NAME,
    listeners: [
      {
        port,
        type: "http",
        bind_addresses: ["127.0.0.1"],
        resources: [{ names: ["client", "media"], compress: false }],
      },
    ],
    database: { name: "sqlite3", args: { database: path.join(folder, "homeserver.db") } },
    media_store_path: path.join(folder, "media"),
    signing_key_path: path.join(folder, "signing.key"),
    report_stats: false,
    registration_shared_secret: SHARED_SECRET,
    trusted_key_servers: [],
    suppress_key_server_warning: true,
    bcrypt_rounds: 4,
    rc_message: fast,
    rc_joins: { local: fast, remote: fast },
    rc_invites: { per_room: fast, per_user: fast, per_issuer: fast },
    rc_registration: fast,
  };
}

const nonce = z.object({ nonce: z.string() });
const registered = z.object({ access_token: z.string() });

/** Registers an account with the shared secret (Synapse Admin API). */
async function register(url: string, username: string): Promise<string> {
  const endpoint = `${url}/_synapse/admin/v1/register`;
  const { nonce: given } = nonce.parse(await (await fetch(endpoint)).json());
  const password = "password";
  const mac = createHmac("sha1", SHARED_SECRET)
    .update([given, username, password, "notadmin"].join("\0"))
    .digest("hex");
  const body = JSON.stringify({ nonce: given, username, password, mac, admin: false });
  const answer = await fetch(endpoint, { method: "POST", body });
  return registered.parse(await answer.json()).access_token;
}
