import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { z } from "zod";
import { type AppSetup, runApp } from "../../src/app/app.ts";
import { configSchema } from "../../src/app/config-schema.ts";
import { prepareHome, resolveHome } from "../../src/platform/home.ts";
import type { Log, LogFields } from "../../src/platform/log.ts";
import { layDatabase } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import { connectFrames } from "../../src/channels/cli/connect.ts";
import type { FrameClient } from "../../src/channels/cli/frame-client.ts";

export interface AppOptions {
  /** Sections beside the built-in model, no embedder, and a gateway at any free port. */
  readonly config?: z.input<typeof configSchema> | undefined;
  /** Folder of an earlier agent; default: a new folder, which is removed with the app. */
  readonly folder?: string | undefined;
  /** Takes the chat of what the app is run with. */
  readonly setup?: Partial<AppSetup> | undefined;
}

/** A whole process of the agent, but for being one. Disposing of it stops it. */
export interface App extends AsyncDisposable {
  /** A terminal of the owner's. */
  readonly client: FrameClient;
  readonly folder: string;
  /** URL of the gateway. */
  readonly url: string;
  /** Resolves when it has stopped; rejects with what ended it. */
  readonly ended: Promise<unknown>;
  /** Warnings and errors. */
  readonly logged: readonly Logged[];
}

interface Logged {
  readonly level: "warn" | "error";
  readonly sentence: string;
  readonly fields: LogFields;
}

/** Runs the agent until it can be talked to. One that ends before it is ready rejects. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), "reeve-app-")));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  await layDatabase(home.database);
  const config = configSchema.parse({
    embedding: { provider: "none" },
    http: { port: 0 },
    storage: { synchronous: "normal" },
    ...options.config,
    // Nobody waits for a burst in a test that is not about one.
    agent: { debounceMs: 0, ...(options.config?.agent ?? { model: "offline/rules" }) },
  });
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const logged: Logged[] = [];
  let url = "";
  const note =
    (level: Logged["level"]) =>
    (sentence: string, fields: LogFields = {}) =>
      void logged.push({ level, sentence, fields });
  const log: Log = {
    debug: () => {},
    info(sentence, fields) {
      if (sentence === "http server listening") url = String(fields?.["url"]);
    },
    warn: note("warn"),
    error: note("error"),
    child: () => log,
  };
  const ended = runApp({
    home,
    config,
    readConfig: async () => config,
    log,
    version: "1",
    env: {},
    signal: stop.signal,
    onReady: ready.resolve,
    ...options.setup,
  });
  const first = await Promise.race([ready.promise, ended]);
  if (first !== undefined)
    throw new Error(`The agent ended before it was ready: ${first}`, { cause: logged });
  const client = await connectFrames(home.socket, { signal: new AbortController().signal });
  return {
    client,
    folder,
    url,
    ended,
    logged,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      client.close();
      if (options.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}
