import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, glob, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../kit/free-port.ts";

const run = promisify(execFile);

/** A PostgreSQL server of its own, without a password, on 127.0.0.1; disposing of it stops it and removes its data. */
export interface Postgres extends AsyncDisposable {
  /** Creates an empty database; disposing of it drops it. */
  createDatabase(): Promise<Database>;
}

export interface Database extends AsyncDisposable {
  readonly url: string;
}

/** Installs PostgreSQL with apt-get where it is missing, which needs root, and starts a server. */
export async function startPostgres(): Promise<Postgres> {
  const bin = (await findPrograms()) ?? (await installPrograms());
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-postgres-"));
  const user = await serverUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, "data");
  await run(
    path.join(bin, "initdb"),
    ["-D", data, "-U", "reeve", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { cwd: folder, ...user },
  );

  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "fsync=off",
  ];
  const server = spawn(
    path.join(bin, "postgres"),
    ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"], ...user },
  );
  const exited = once(server, "exit");
  await untilReady(server);

  const urlOf = (database: string) => `postgres://reeve@127.0.0.1:${port}/${database}`;
  const administer = async (statement: string) => {
    const client = new Client(urlOf("postgres"));
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  let databases = 0;

  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await administer(`create database ${name}`);
      return {
        url: urlOf(name),
        [Symbol.asyncDispose]: () => administer(`drop database ${name}`),
      };
    },
    async [Symbol.asyncDispose]() {
      // PostgreSQL's fast shutdown.
      server.kill("SIGINT");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the folder with the newest installed server's programs, where Debian puts them. */
async function findPrograms(): Promise<string | undefined> {
  const found = await Array.fromAsync(glob("/usr/lib/postgresql/*/bin/initdb"));
  const newestFirst = found.toSorted((one, other) => versionIn(other) - versionIn(one));
  return newestFirst[0] && path.dirname(newestFirst[0]);
}

function versionIn(program: string): number {
  return Number(program.split("/")[4]);
}

async function installPrograms(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", "postgresql"], {
    env,
    maxBuffer: 64 * 2 ** 20,
  });
  const bin = await findPrograms();
  if (!bin) throw new Error("apt-get installed postgresql, but /usr/lib/postgresql has no initdb");
  return bin;
}

/** PostgreSQL refuses to run as root; undefined where we are someone else already. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run("id", ["-u", "nobody"]), run("id", ["-g", "nobody"])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Reads the server's log until it accepts connections; drains the rest of the log. */
async function untilReady({ stderr }: ChildProcess): Promise<void> {
  if (!stderr) throw new Error("the server's log is not piped");
  const ready = Promise.withResolvers<void>();
  const said: string[] = [];
  const lines = createInterface(stderr);
  lines.on("line", (line) => {
    said.push(line);
    if (line.includes("database system is ready to accept connections")) ready.resolve();
  });
  lines.on("close", () => ready.reject(new Error(`PostgreSQL ended:\n${said.join("\n")}`)));
  await ready.promise;
}
