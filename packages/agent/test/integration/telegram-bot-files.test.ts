import { InputMedia } from "@mtcute/node";
import { expect, test } from "vitest";
import { buildDocx } from "../../../documents/src/testing/build-office.ts";
import { buildPdf } from "../../../documents/src/testing/build-pdf.ts";
import { openTelegramHouse, type TelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import type { SendOptions } from "../kit/telegram/telegram-person.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);

const MEGABYTE = 1024 * 1024;

/** Opens a house whose model answers by the kind of input that it received. */
function openHouse(own: { readonly model?: string; readonly config?: object } = {}) {
  return openTelegramHouse({
    answer: ({ model, json }) => {
      if (model === "gpt-4o-mini") return "Four red dots.";
      return json.includes("data:image/") ? "I see it myself." : "I have read it.";
    },
    ...own,
  });
}

/** Returns the newest input of the newest request to a model. */
function toldTo({ provider }: TelegramHouse, model: string): string {
  const request = provider.requests.findLast(({ body }) => body["model"] === model);
  return JSON.stringify(request?.body ?? {});
}

async function answerOf({ ann }: TelegramHouse, send: () => Promise<unknown>): Promise<string> {
  const after = ann.seen.length;
  await send();
  return (await ann.receive(undefined, { after, edits: "too" })).text;
}

const sendPhoto =
  ({ ann, botId }: TelegramHouse, options?: SendOptions) =>
  () =>
    ann.sendPhoto(botId, { data: PNG }, options);

const sendFile =
  ({ ann, botId }: TelegramHouse, name: string, data: Uint8Array | string, options?: SendOptions) =>
  () =>
    ann.sendDocument(botId, { name, data: Buffer.from(data) }, options);

test("a photo is shown to a model that sees", async () => {
  await using house = await openHouse();
  expect(await answerOf(house, sendPhoto(house, { caption: "What is it?" }))).toBe(
    "I see it myself.",
  );
  expect(toldTo(house, "gpt-4o")).toContain("What is it?");
  expect(house.app.logged).toEqual([]);
});

test("for a model that does not see, another one looks with the question in mind", async () => {
  await using house = await openHouse({
    model: "o3-mini",
    config: { vision: { model: "openai/gpt-4o-mini" } },
  });
  expect(await answerOf(house, sendPhoto(house, { caption: "What is it?" }))).toBe(
    "I have read it.",
  );
  const told = toldTo(house, "o3-mini");
  expect(told).toContain("[Image shared]\\nQuestion: What is it?\\nAnalysis: Four red dots.");
});

test("where nobody sees, the person is told so", async () => {
  await using house = await openHouse({ model: "o3-mini" });
  expect(await answerOf(house, sendPhoto(house))).toBe(
    "I can't view images: my model doesn't support them, and vision.model is not set.",
  );
});

test("what documents say is read with what was asked about them", async () => {
  await using house = await openHouse();
  const pdf = buildPdf([{ words: "The rent is 900 euros." }]);
  await answerOf(house, sendFile(house, "contract.pdf", pdf, { caption: "How much is it?" }));
  expect(toldTo(house, "gpt-4o")).toContain("[PDF: contract.pdf] Analysis:\\nThe rent is 900");

  await answerOf(house, sendFile(house, "notes.txt", "Buy milk.", { caption: "What to buy?" }));
  expect(toldTo(house, "gpt-4o")).toContain("[Document: notes.txt] Contents:\\nBuy milk.");

  const docx = buildDocx("<w:p><w:r><w:t>Dear Bob</w:t></w:r></w:p>");
  await answerOf(house, sendFile(house, "letter.docx", docx, { caption: "Whom is it to?" }));
  expect(toldTo(house, "gpt-4o")).toContain("[Document: letter.docx] Contents:\\nDear Bob");
  expect(house.app.logged).toEqual([]);
});

test("a file that cannot be read gets a sentence that says why", async () => {
  await using house = await openHouse({
    config: {
      documents: { maxBytes: 2 * MEGABYTE },
      speech: { stt: { provider: "openai", baseUrl: "http://127.0.0.1:9/v1" } },
    },
  });
  const zip = Buffer.from("504b0506000000000000000000000000000000000000", "hex");
  expect(await answerOf(house, sendFile(house, "all.zip", zip))).toBe(
    "all.zip is an archive, and I can't unpack archives. Please send the files inside it.",
  );
  expect(await answerOf(house, sendFile(house, "large.txt", "x".repeat(3 * MEGABYTE)))).toBe(
    "large.txt is 3.0 MB, but I can only read files up to 2.0 MB.",
  );
  const broken = Buffer.from("%PDF-1.7\nthis is no PDF");
  expect(await answerOf(house, sendFile(house, "broken.pdf", broken))).toBe(
    "broken.pdf is damaged or incomplete. Please send it again.",
  );
  const sound = Buffer.alloc(21 * MEGABYTE, 1);
  const told = await answerOf(house, () =>
    house.ann.client.sendMedia("reeve_bot", InputMedia.audio(sound, { fileName: "long.mp3" })),
  );
  expect(told).toBe("long.mp3 is too large for me to read. Please send a smaller part of it.");
  expect(house.provider.requests).toEqual([]);
});
