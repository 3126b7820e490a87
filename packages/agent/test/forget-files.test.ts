import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { privacy } from "@reeve/operations/memory/privacy";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { endStory } from "./kit/end-story.ts";
import { document, fileStory, photo, pictureOf, voice } from "./kit/fake-files.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const FILLING = "The tenant keeps the stairs clean. ".repeat(400);
const LEASE = `%PDF-The lease of the harbour flat. ${FILLING} The code of the door is 5511-TANGO.`;

/** Returns the file of the first message, as it was sent. */
async function kept({ store }: RunningAgent) {
  const [row] = await store.read.inbox.find("m1");
  const look = row?.body.kind === "message" ? row.body.media?.[0]?.look : undefined;
  const id = look?.as === "told" ? look.attachment : undefined;
  return store.read.attachments.byId(id ?? expect.fail());
}

/** Resolves when nothing is left of a forgetting to be done. */
async function erased({ store }: RunningAgent): Promise<void> {
  const done = async () => {
    const all = await store.read.forgetting.list("home", 100);
    return all.length > 0 && all.every(({ state }) => state === "done");
  };
  while (!(await done())) await sleep(5);
}

/** Returns the pieces that some file below the folder holds. */
async function heldBelow(folder: string, pieces: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(path.join(entry.parentPath, entry.name));
    for (const piece of pieces) if (content.includes(piece)) found.add(piece);
  }
  return [...found];
}

test("a file that is forgotten is in no byte, with all that was told of it", async () => {
  const { files, understanding } = fileStory({
    holds: { "lease.pdf": LEASE, v1: "Hello to you." },
  });
  const messenger = scriptedChannel({ files });
  const model = scriptedModel(() => ({ text: "I see." }));
  await using agent = await startAgent({ model, channels: [messenger], understanding });

  await messenger.say("Keep this", { media: [document("lease.pdf")] });
  await messenger.received(1);
  await messenger.say("", { media: [voice("v1")] });
  await messenger.received(2);
  const pieces = ["harbour flat", "5511-TANGO", "lease.pdf", "Hello to you."];
  expect(await heldBelow(agent.home, pieces)).toEqual(pieces);
  const parked = { tenant: "home", channel: "messenger", key: "parked" };
  await agent.store.commit("keep-surface-state", (tx) =>
    tx.channelState.put(parked, {
      value: JSON.stringify([{ id: 7, text: LEASE.slice(0, 200) }]),
      at: 1,
    }),
  );

  const found = await askOf(agent)(privacy.forget, { query: "lease harbour flat" });
  expect(found).toMatchObject({ kind: "message" });
  await erased(agent);

  expect(await heldBelow(agent.home, pieces)).toEqual(["Hello to you."]);
  expect(await endStory(agent)).toEqual(["[forgotten]: answered", "Hello to you.: answered"]);
});

test("who asks to be forgotten takes their files along", async () => {
  const { files, understanding } = fileStory({
    holds: { "lease.pdf": LEASE, p1: pictureOf("the door of the harbour flat"), v1: "5511-TANGO" },
  });
  const messenger = scriptedChannel({ files });
  const model = scriptedModel(() => ({ text: "I see." }), { sees: false });
  await using agent = await startAgent({ model, channels: [messenger], understanding });
  await messenger.say("Keep this", { media: [document("lease.pdf")] });
  await messenger.received(1);
  await messenger.say("", { media: [photo("p1"), voice("v1")] });
  await messenger.received(2);

  await messenger.say("/forgetme");
  const asked = (await messenger.received(3)).at(-1)?.part;
  const [, code = ""] = /\/forgetme (\S+)$/.exec(asked?.type === "text" ? asked.text : "") ?? [];
  await messenger.say(`/forgetme ${code}`);
  await messenger.received(4);
  await erased(agent);

  expect(await heldBelow(agent.home, ["harbour flat", "5511-TANGO", "lease.pdf"])).toEqual([]);
  await agent.stop();
});

test("bytes go when the time of pictures is over, and what was said stays", async () => {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-files-"));
  stack.defer(() => rm(home, { recursive: true }));
  let now = Date.UTC(2026, 1, 20);
  const { files, understanding } = fileStory({ holds: { "a.txt": "Alpha." } });
  const messenger = scriptedChannel({ files });
  const model = scriptedModel(() => ({ text: "I see." }));
  const deps = { model, understanding, clock: { now: () => now }, home };
  const retention = [{ chats: "scripted:*", media: "images", days: 30 }] as const;
  {
    await using agent = await startAgent({ ...deps, channels: [messenger], retention });
    await messenger.say("Keep this", { media: [document("a.txt")] });
    await messenger.received(1);
    expect(await kept(agent)).toMatchObject({ name: "a.txt" });
  }
  now += 31 * 86_400_000;
  await using agent = await startAgent({ ...deps, channels: [scriptedChannel()], retention });
  await erased(agent);
  expect(await kept(agent)).toBeUndefined();
  expect(await endStory(agent)).toEqual(["Keep this: answered"]);
});
