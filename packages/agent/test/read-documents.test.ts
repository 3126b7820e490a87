import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createVisionService } from "../src/app/tools/vision-service.ts";
import { createDocuments } from "../src/integrations/documents/create-documents.ts";
import { type BuiltPage, buildPdf } from "../../documents/src/testing/build-pdf.ts";
import { documentsConfig } from "../src/integrations/documents.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { documentRead } from "../src/tools/media/document-read.ts";
import { fakeAttachments } from "../src/tools/testing/fake-attachments.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const days = { tenant: "home", from: "2000-01-01", to: "2999-12-31" };

/** Starts an agent with a PDF in its workspace, and a separate vision model. */
async function startReader(
  pages: readonly BuiltPage[],
  { seer }: { readonly seer: ReturnType<typeof scriptedModel> },
) {
  const messenger = scriptedChannel();
  const call = { name: "document_read", args: { path: "lease.pdf" } };
  const model = scriptedModel([{ calls: [call] }, { text: "Three months." }], { sees: false });
  const documents = createDocuments(documentsConfig.parse({}));
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools: [documentRead],
    services: {
      documents: () => documents,
      attachments: () => fakeAttachments(),
      vision: createVisionService({ modelOf: async () => model, other: seer, newId: () => "look" }),
    },
  });
  const folder = path.join(agent.home, "workspace");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "lease.pdf"), buildPdf(pages));
  return { agent, messenger, model };
}

test("a document is read in a thread of its own, and its pictures by a model that sees, on the bill of the turn", async () => {
  const usage = { inputTokens: 900, cachedTokens: 0, outputTokens: 6, costNano: 50n };
  const seer = scriptedModel([{ text: "Signed by Olga.", usage }], { id: "seer/one" });
  const gray = new Uint8Array(300 * 400).fill(128);
  const pages = [
    { words: "The notice period is three months." },
    { width: 300, height: 400, gray },
  ];
  const { agent, messenger, model } = await startReader(pages, { seer });
  await using _ = agent;

  await messenger.say("what does it say?");
  await messenger.received(1);

  const result = model.requests[1]?.messages.at(-1);
  expect(result?.role === "tool" && JSON.parse(result.text)).toEqual({
    name: "lease.pdf",
    kind: "pdf",
    pages: 2,
    text: "The notice period is three months.\n\n[Page 2, a picture]\nSigned by Olga.",
  });
  expect(seer.requests[0]?.messages[0]).toMatchObject({ images: [{ mediaType: "image/png" }] });
  const bill = await agent.store.slow.usage.list(days, { after: 0, limit: 9 });
  expect(bill.map((row) => [row.purpose, row.model, row.outputTokens, row.costNano])).toEqual([
    ["think", "scripted/model", 0, null],
    ["see", "seer/one", 6, 50n],
    ["think", "scripted/model", 4, null],
  ]);
  expect(await endStory(agent, model)).toEqual(["what does it say?: answered"]);
});

test("a look that comes to nothing is on the bill, and the words are read all the same", async () => {
  const usage = { inputTokens: 900, cachedTokens: 0, outputTokens: 2, costNano: 40n };
  const seer = scriptedModel([{ text: "NO_PICTURE", usage }], { id: "seer/one" });
  const gray = new Uint8Array(300 * 400).fill(128);
  const { agent, messenger, model } = await startReader([{ width: 300, height: 400, gray }], {
    seer,
  });
  await using _ = agent;

  await messenger.say("what does it say?");
  await messenger.received(1);

  const result = model.requests[1]?.messages.at(-1);
  expect(result?.role === "tool" && JSON.parse(result.text)).toEqual({
    name: "lease.pdf",
    kind: "pdf",
    pages: 1,
    text: "[Page 1 is a picture.]",
    unread: "Pages that consist of images were not read: seer/one could not read the image.",
  });
  const bill = await agent.store.slow.usage.list(days, { after: 0, limit: 9 });
  expect(bill.map(({ purpose, costNano }) => [purpose, costNano])).toEqual([
    ["think", null],
    ["see", 40n],
    ["think", null],
  ]);
  expect(await endStory(agent, model)).toEqual(["what does it say?: answered"]);
});
