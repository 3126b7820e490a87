import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { z } from "zod";
import { runApp } from "../../src/app/app.ts";
import { configSchema } from "../../src/app/config-schema.ts";
import { prepareHome, resolveHome } from "../../src/platform/home.ts";
import { type Log, silentLog } from "../../src/platform/log.ts";

export interface WhatsAppApp extends AsyncDisposable {
  /** Of the gateway. */
  readonly url: string;
  /** What it warned of, in order. */
  readonly warned: readonly string[];
}

/** A whole process of the agent, but for being one, with the built-in model. Disposing of it stops it. */
export async function openWhatsAppApp(
  whatsapp: NonNullable<z.input<typeof configSchema>["channels"]>["whatsapp"],
): Promise<WhatsAppApp> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-whatsapp-"));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  const config = configSchema.parse({
    agent: { model: "offline/rules" },
    embedding: { provider: "none" },
    http: { port: 0, publicUrl: "https://reeve.example.org" },
    storage: { synchronous: "normal" },
    channels: { whatsapp },
  });
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const warned: string[] = [];
  let url = "";
  const log: Log = {
    ...silentLog,
    info(sentence, fields) {
      if (sentence === "http listens") url = String(fields?.["url"]);
    },
    warn: (sentence) => void warned.push(sentence),
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
  });
  await Promise.race([ready.promise, ended]);
  return {
    url,
    warned,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
