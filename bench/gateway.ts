import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createAudience } from "./gateway/audience.ts";
import { findFates } from "./gateway/find-fates.ts";
import { openServer } from "./gateway/open-server.ts";
import { createSender } from "./gateway/sender.ts";
import { report } from "./report.ts";

/**
 * Measures the cost of the gateway: listeners over Server-Sent Events, several per chat, and messages from
 * API clients, each starting a turn with a tool call by the offline model. The server is `reeve start` with
 * its defaults, in its own process; its whole CPU time counts. With `--kill` it is killed and restarted
 * meanwhile, while clients do what clients do: resend what was not acknowledged, and reconnect with their
 * last event. `--embeddings none` leaves out the cost of memory, which `bench:turn --feed` measures: each
 * message and each reply is embedded and used as a query.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    listeners: { type: "string", default: "500" },
    sessions: { type: "string", default: "100" },
    rate: { type: "string", default: "40" },
    kill: { type: "boolean", default: false },
    embeddings: { type: "string", default: "local" },
    json: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const sessions = Number(values.sessions);
const rate = Number(values.rate);

/** Interval in milliseconds between kills of the server. */
const KILL_MS = 10_000;
/** Maximum time in milliseconds until all replies are received everywhere. */
const SETTLE_MS = 60_000;

const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
try {
  report("gateway", await measure());
} finally {
  await rm(home, { recursive: true });
}

async function measure(): Promise<Readonly<Record<string, number>>> {
  await compile();
  await using server = await openServer(home, values.embeddings);
  const audience = createAudience(server);
  await audience.join(Number(values.listeners), sessions);
  const before = await server.cpuMs();
  const sender = createSender(server);

  const began = Date.now();
  const killing = values.kill ? killFrom(began, server) : Promise.resolve(0);
  const sent: Promise<void>[] = [];
  for (let at = 0; at < seconds * rate; at++) {
    const waitMs = began + (at * 1000) / rate - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(sender.send(`k${at}`, `c${at % sessions}`));
  }
  for (const one of sent) await one;
  const kills = await killing;
  await audience.heard(sender.accepted, SETTLE_MS);
  const cpuMs = (await server.cpuMs()) - before;
  const rssMb = server.peakRssMb;
  const { comebacks } = audience;
  audience.leave();
  await server.stop();

  const fates = findFates(server.database, sender.accepted);
  return {
    messages: sender.accepted.size,
    kills,
    accepted_lost: fates.lost,
    keys_lost: audience.lost(sender.accepted),
    keys_repeated: audience.repeated(),
    listeners_come_back: comebacks,
    cpu_ms_per_message: cpuMs / sender.accepted.size,
    queue_wait_p50_ms: fates.waitMs(0.5),
    queue_wait_p99_ms: fates.waitMs(0.99),
    rss_mb: rssMb,
  };
}

/**
 * Runs one turn in the same home and stops the agent. Sources are compiled at their first use after a
 * change, which takes memory that is not freed, and which a package does not need.
 */
async function compile(): Promise<void> {
  await using server = await openServer(home, values.embeddings);
  const audience = createAudience(server);
  await audience.join(1, 1);
  const sender = createSender(server);
  await sender.send("first", "c0");
  await audience.heard(sender.accepted, SETTLE_MS);
  audience.leave();
}

/** Kills the server from time to time; returns the number of kills. */
async function killFrom(began: number, server: { kill(): Promise<void> }): Promise<number> {
  let kills = 0;
  while (Date.now() + KILL_MS < began + seconds * 1000) {
    await sleep(KILL_MS - 2000 + Math.random() * 2000);
    await server.kill();
    kills += 1;
  }
  return kills;
}
