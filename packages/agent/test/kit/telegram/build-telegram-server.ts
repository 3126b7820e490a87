import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { access, glob, mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Fault } from "@reeve/sdk";

const run = promisify(execFile);

/**
 * Flags for every build and test run of the server, so that they share compiled packages. The generated types
 * are compiled without the optimizer, which saves a fifth of the first build.
 */
export const GO_FLAGS = ["-trimpath", "-buildvcs=false", "-gcflags=github.com/gotd/td/tg=-N -l"];

/** Go is looked for where its own installer puts it, too, which shells may not know. */
export const GO_ENV = {
  ...process.env,
  PATH: [process.env["PATH"], path.join(process.env["GOROOT"] ?? "/usr/local/go", "bin")].join(
    path.delimiter,
  ),
};

/** The folder of the server's Go module. */
export const SOURCES = path.join(import.meta.dirname, "../../telegram-server");

let building: Promise<string> | undefined;

/**
 * Returns the path of the Telegram test server's binary, built from its sources at most once: binaries are
 * cached in the system's temporary folder under a hash of the sources. `MTSERVER_BIN` names one to use
 * instead.
 *
 * The very first build compiles Telegram's generated types and takes about a minute.
 */
export function buildTelegramServer(): Promise<string> {
  const given = process.env["MTSERVER_BIN"];
  if (given) return Promise.resolve(given);
  building ??= build();
  return building;
}

async function build(): Promise<string> {
  const folder = path.join(tmpdir(), "reeve-telegram-server");
  const binary = path.join(folder, await hashSources());
  if (await exists(binary)) return binary;

  await requireGo();
  await mkdir(folder, { recursive: true });
  const fresh = `${binary}.${randomUUID()}`;
  await run("go", ["build", ...GO_FLAGS, "-ldflags=-s -w", "-o", fresh, "."], {
    cwd: SOURCES,
    env: GO_ENV,
    maxBuffer: 16 * 2 ** 20,
  });
  // Others may build the same at the same time; the last one replaces equal bytes.
  await rename(fresh, binary);
  return binary;
}

async function hashSources(): Promise<string> {
  const files = await Array.fromAsync(glob("{go.mod,go.sum,**/*.go,**/*.json}", { cwd: SOURCES }));
  const hash = createHash("sha256");
  for (const file of files.filter((name) => !name.endsWith("_test.go")).toSorted()) {
    hash.update(`${file}\0`).update(await readFile(path.join(SOURCES, file)));
  }
  return hash.digest("hex").slice(0, 24);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function requireGo(): Promise<void> {
  await run("go", ["version"], { env: GO_ENV }).catch((cause: unknown) => {
    throw new Fault(
      "unavailable",
      "The Telegram test server is not built, and there is no Go to build it with",
      {
        hint: "Put Go 1.26 or newer on the PATH, or name a binary in MTSERVER_BIN",
        cause,
      },
    );
  });
}
