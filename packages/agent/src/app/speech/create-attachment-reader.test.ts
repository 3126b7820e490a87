import { type DocumentText, Fault, type PageScan } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { SpeechToText } from "../../integrations/speech.ts";
import type { ReadCost, ReadableFile } from "../../core/attachments.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import type { ImageDescription, Vision } from "../../llm/vision.ts";
import { createAttachmentReader, type AttachmentReaderDeps } from "./create-attachment-reader.ts";

const model = scriptedModel([]);
const signal = new AbortController().signal;
const enough = signal;
const spent = [
  { model: "fake/eyes", usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 } },
] as const;

/** A picture of one dot. */
const DOT = Buffer.from("GIF89a\u0001\0\u0001\0", "latin1");

const NO_DOCUMENT: DocumentText = { kind: "text", text: "", isCut: false };

function deps(change: Partial<AttachmentReaderDeps> = {}): AttachmentReaderDeps {
  return {
    canDescribeImages: true,
    visionOf: () => eyes(async () => ({ text: "A dot.", spent })),
    documents: { read: async () => NO_DOCUMENT },
    maxBytes: 2_000_000,
    ...change,
  };
}

function eyes(look: () => Promise<ImageDescription>): Vision {
  return { isAvailable: true, describe: look };
}

function file(change: Partial<ReadableFile>): ReadableFile {
  return { kind: "document", data: Buffer.from("x"), caption: "", isSeen: false, ...change };
}

async function read(change: Partial<ReadableFile>, given: Partial<AttachmentReaderDeps> = {}) {
  const costs: ReadCost[] = [];
  const options = { signal, enough, model, count: (cost: ReadCost) => void costs.push(cost) };
  const understood = await createAttachmentReader(deps(given)).read(file(change), options);
  return { understood, costs };
}

test("what nobody can read need not be fetched", () => {
  const nobody = createAttachmentReader(deps({ canDescribeImages: false }));
  const denial = (facts: object, isSeen = false) =>
    nobody.findDenial({ kind: "document", ...facts }, { isSeen });

  expect(denial({ kind: "voice" })).toEqual({ code: "deaf" });
  expect(denial({ kind: "photo" })).toEqual({ code: "blind" });
  expect(denial({ kind: "photo" }, true)).toBeUndefined();
  expect(denial({ name: "a.pdf", bytes: 3_000_000 })).toEqual({
    code: "large",
    file: { name: "a.pdf", kind: "document" },
    bytes: 3_000_000,
    most: 2_000_000,
  });
  expect(denial({ name: "a.pdf", bytes: 1_000_000 })).toBeUndefined();
});

test("what was listened to in vain is counted", async () => {
  const usage = { model: "fake/ears", inputTokens: 3, outputTokens: 0, costNano: 7n };
  const hear: SpeechToText = {
    id: "fake/ears",
    async transcribe(_audio, { onLost }) {
      onLost?.(usage);
      throw new Fault("invalid", "Nothing can be heard.");
    },
  };
  const costs: ReadCost[] = [];
  const options = { signal, enough, model, count: (cost: ReadCost) => void costs.push(cost) };
  const voice = file({ kind: "voice" });
  await expect(createAttachmentReader(deps({ hear })).read(voice, options)).rejects.toThrow(
    "Nothing",
  );
  const { model: ears, ...used } = usage;
  expect(costs).toEqual([
    { purpose: "hear", spent: [{ model: ears, usage: { ...used, cachedTokens: 0 } }] },
  ]);
});

test("a picture that was sent as a document is looked at", async () => {
  const sent = { name: "dot.gif", data: DOT, caption: "What is it?" };
  const keep = { name: "dot.gif", mediaType: "image/gif" };
  const text = "[Image shared]\nQuestion: What is it?\nAnalysis: A dot.";

  expect(await read(sent)).toEqual({
    understood: { as: "told", text, keep },
    costs: [{ purpose: "see", spent }],
  });
  const image = { mediaType: "image/gif", data: DOT.toString("base64"), bytes: DOT.length };
  expect(await read({ ...sent, isSeen: true })).toEqual({
    understood: { as: "shown", image },
    costs: [],
  });
});

test("a picture that is none is refused", async () => {
  await expect(read({ kind: "photo" })).rejects.toMatchObject({ code: "invalid" });
});

function scan(page: number): PageScan {
  return { page, mark: `<page ${page}>`, mediaType: "image/png", data: "" };
}

test("pages that are pictures are read by whoever sees", async () => {
  const document: DocumentText = {
    kind: "pdf",
    text: "Typed.\n<page 2>\n<page 3>",
    isCut: false,
    pages: 3,
    scans: [scan(2), scan(3)],
  };
  const given = { documents: { read: async () => document } };
  const { understood, costs } = await read({ name: "a.pdf" }, given);

  expect(understood).toMatchObject({
    as: "told",
    text: "[PDF: a.pdf] Analysis:\nTyped.\n[Page 2, a picture]\nA dot.\n[Page 3, a picture]\nA dot.",
  });
  expect(costs).toHaveLength(2);

  let looks = 0;
  const blind = eyes(async () => {
    looks += 1;
    throw new Fault("unavailable", "The model is down.");
  });
  const half = await read({ name: "a.pdf" }, { ...given, visionOf: () => blind });
  expect(half.understood).toMatchObject({
    text: "[PDF: a.pdf] Analysis:\nTyped.\n<page 2>\n<page 3>",
  });
  expect(looks).toBe(1);
});

test("what was read of a document when its time is up is kept, and the rest of its pages keep their marks", async () => {
  const document: DocumentText = {
    kind: "pdf",
    text: "Typed.\n<page 2>\n<page 3>\n<page 4>",
    isCut: false,
    pages: 4,
    scans: [scan(2), scan(3), scan(4)],
  };
  const timeIsUp = new AbortController();
  let looks = 0;
  const slow: Vision = {
    isAvailable: true,
    async describe(_image, { signal: stop }) {
      looks += 1;
      if (looks === 1) return { text: "A dot.", spent };
      timeIsUp.abort();
      if (!stop.aborted) throw new Error("the look goes on");
      throw new Fault("aborted", "The look was ended.");
    },
  };
  const given = { documents: { read: async () => document }, visionOf: () => slow };
  const reading = createAttachmentReader(deps(given));
  const options = { signal, model, count() {} };
  const pdf = file({ name: "a.pdf" });

  expect(await reading.read(pdf, { ...options, enough: timeIsUp.signal })).toMatchObject({
    as: "told",
    text: "[PDF: a.pdf] Analysis:\nTyped.\n[Page 2, a picture]\nA dot.\n<page 3>\n<page 4>",
  });
  expect(looks).toBe(2);
});

test("an abort in the midst of a document ends its reading", async () => {
  const document: DocumentText = {
    kind: "pdf",
    text: "<page 1>",
    isCut: false,
    pages: 1,
    scans: [scan(1)],
  };
  const stop = new AbortController();
  const stopping = eyes(async () => {
    stop.abort();
    throw new Fault("aborted", "It was stopped.");
  });
  const given = { documents: { read: async () => document }, visionOf: () => stopping };
  const options = { signal: stop.signal, enough, model, count() {} };
  await expect(
    createAttachmentReader(deps(given)).read(file({ name: "a.pdf" }), options),
  ).rejects.toMatchObject({ name: "AbortError" });
});

test("who passes on a recording does not speak in it", async () => {
  const usage = { model: "fake/ears", inputTokens: 0, outputTokens: 0, costNano: 5n };
  const hear = { id: "fake/ears", transcribe: async () => ({ text: "La la.", usage }) };

  expect((await read({ kind: "voice" }, { hear })).understood).toEqual({
    as: "said",
    text: "La la.",
  });
  const song = await read({ kind: "audio", name: "song.mp3" }, { hear });
  expect(song).toEqual({
    understood: { as: "told", text: "[Audio: song.mp3] Transcript:\nLa la." },
    costs: [
      {
        purpose: "hear",
        spent: [
          {
            model: "fake/ears",
            usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costNano: 5n },
          },
        ],
      },
    ],
  });
});
