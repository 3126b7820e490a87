import { setImmediate } from "node:timers/promises";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createLocalEmbedder } from "./local.ts";

const run = promisify(execFile);
const { signal } = new AbortController();
const passage = { signal, purpose: "passage" } as const;
const query = { signal, purpose: "query" } as const;

const WEATHER = "The weather is lovely today.";
const SUNNY = "It's so sunny outside!";
const STADIUM = "He drove to the stadium.";

function similarity(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || one.length !== other?.length) throw new Error("no two vectors");
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

test("texts that mean alike lie close, about as the model's card says", async () => {
  await using embedder = createLocalEmbedder();
  const [weather, sunny, stadium] = await embedder.embed([WEATHER, SUNNY, STADIUM], passage);
  // The card has these in full precision. Ours are 8 bits, which processors with other instructions add up
  // in another way: 0.6444 on one, 0.6530 on another.
  const card = [
    [similarity(weather, sunny), 0.666],
    [similarity(weather, stadium), 0.1046],
    [similarity(sunny, stadium), 0.1411],
  ] as const;
  for (const [ours, theirs] of card) expect(Math.abs(ours - theirs)).toBeLessThan(0.03);
  expect(similarity(weather, weather)).toBeCloseTo(1, 5);
  expect({ id: embedder.id, dims: embedder.dims, length: weather?.length }).toEqual({
    id: "local/all-MiniLM-L6-v2",
    dims: 384,
    length: 384,
  });
});

test("a text has one vector, whatever it is embedded with and for", async () => {
  await using embedder = createLocalEmbedder();
  const texts = [WEATHER, "", SUNNY, `${STADIUM} `.repeat(30), STADIUM, "日本語", WEATHER];
  const together = await embedder.embed(texts, passage);
  const alone = await Promise.all(texts.map((text) => embedder.embed([text], query)));
  expect(together).toEqual(alone.flat());
});

test("what comes after 256 tokens does not count, what comes before does", async () => {
  await using embedder = createLocalEmbedder();
  const start = "word ".repeat(254);
  const [cut, cutElsewhere, shorter] = await embedder.embed(
    [`${start}apples`, `${start}${STADIUM.repeat(10_000)}`, `${"word ".repeat(253)}apples`],
    passage,
  );
  expect(cut).toEqual(cutElsewhere);
  expect(similarity(cut, shorter)).toBeLessThan(0.9999);
});

test("no texts have no vectors", async () => {
  await using embedder = createLocalEmbedder();
  expect(await embedder.embed([], query)).toEqual([]);
});

test("a query overtakes passages that wait", async () => {
  await using embedder = createLocalEmbedder();
  const order: string[] = [];
  const many = Array.from({ length: 60 }, (_, n) => `passage number ${n}`);
  const passages = embedder.embed(many, passage).then(() => order.push("passages"));
  const asked = embedder.embed([WEATHER], query).then(() => order.push("query"));
  await Promise.all([passages, asked]);
  expect(order).toEqual(["query", "passages"]);
});

test("what is cancelled rejects at once, and the rest goes on", async () => {
  await using embedder = createLocalEmbedder();
  const stop = new AbortController();
  const many = Array.from({ length: 60 }, (_, n) => `passage number ${n}`);
  const cancelled = embedder.embed(many, { signal: stop.signal, purpose: "passage" });
  const other = embedder.embed([SUNNY], passage);
  stop.abort();
  await expect(cancelled).rejects.toEqual(new Fault("aborted", "Embedding was cancelled."));
  expect((await other).length).toBe(1);
  const late = embedder.embed([SUNNY], { signal: stop.signal, purpose: "query" });
  await expect(late).rejects.toMatchObject({ code: "aborted" });
});

test("closing while busy aborts what waits, and what comes later", async () => {
  const embedder = createLocalEmbedder();
  await embedder.embed([SUNNY], query);
  const busy = embedder.embed([STADIUM.repeat(100)], passage);
  const closing = embedder[Symbol.asyncDispose]();
  const closed = { code: "aborted", message: "The embedder was closed." };
  await expect(busy).rejects.toMatchObject(closed);
  await closing;
  await expect(embedder.embed([SUNNY], query)).rejects.toMatchObject(closed);
});

test("the model leaves memory when nobody needs it, and comes back", async () => {
  await using embedder = createLocalEmbedder({ idleMs: 0 });
  const [before] = await embedder.embed([SUNNY], query);
  await expect.poll(childProcesses).toEqual([]);
  const [after] = await embedder.embed([SUNNY], query);
  expect(after).toEqual(before);
});

test("a model whose process is killed is unavailable, and loaded again", async () => {
  const others = new Set(await childProcesses());
  await using embedder = createLocalEmbedder();
  await embedder.embed([SUNNY], query);
  const [pid] = (await childProcesses()).filter((one) => !others.has(one));
  // A process that stands still has read nothing yet, and answers nothing before it dies.
  process.kill(Number(pid), "SIGSTOP");
  const waiting = embedder.embed([STADIUM.repeat(100)], passage);
  await setImmediate();
  process.kill(Number(pid), "SIGKILL");
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
  expect(await embedder.embed([SUNNY], query)).toHaveLength(1);
});

/** The processes of embedders that this one started. */
async function childProcesses(): Promise<readonly string[]> {
  const { stdout } = await run("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)]);
  const own = stdout.split("\n").filter((line) => line.includes("embedding-process"));
  return own.map((line) => line.trim().split(" ")[0] ?? "");
}

test("a process that exits while texts are embedded exits as it wants to", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-exit-"));
  const program = path.join(folder, "program.mjs");
  await writeFile(
    program,
    `import { createLocalEmbedder } from ${JSON.stringify(new URL("local.ts", import.meta.url))};
    const embedder = createLocalEmbedder();
    const options = { signal: new AbortController().signal, purpose: "passage" };
    const long = "some longer words here ".repeat(100);
    await embedder.embed([long], options);
    void embedder.embed(Array(200).fill(long), options);
    setTimeout(() => process.exit(3), 50);`,
  );
  const exit = await once(spawn(process.execPath, [program]), "exit");
  await rm(folder, { recursive: true });
  expect(exit).toEqual([3, null]);
});

test("the native runtime reports nothing to its maker, and leaves no traces of its own", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-traces-"));
  const program = path.join(folder, "program.mjs");
  const home = path.join(folder, "home");
  await mkdir(home);
  await writeFile(
    program,
    `import { createLocalEmbedder } from ${JSON.stringify(new URL("local.ts", import.meta.url))};
    await using embedder = createLocalEmbedder();
    const options = { signal: new AbortController().signal, purpose: "passage" };
    const vectors = await embedder.embed(["a text"], options);
    process.stdout.write(String(vectors.length));`,
  );
  // Without the variables by which the runtime would notice a test.
  const env = { HOME: home, USERPROFILE: home, TMPDIR: folder };
  const { stdout } = await run(process.execPath, [program], { env });
  const left = await readdir(home, { recursive: true });
  await rm(folder, { recursive: true });
  expect({ stdout, left }).toEqual({ stdout: "1", left: [] });
});

test("a model that cannot be loaded is unavailable, and is not tried again and again", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-model-"));
  await using embedder = createLocalEmbedder({ folder });
  const failure = await embedder.embed([SUNNY], query).catch((error: unknown) => error);
  await rm(folder, { recursive: true });
  expect(failure).toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^The local embedding model failed to start: .*tokenizer\.json/),
    hint: expect.stringContaining("embedding.provider"),
  });
  expect(await embedder.embed([SUNNY], query).catch((error: unknown) => error)).toBe(failure);
});
