import { type Documents, Fault } from "@reeve/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { fakeAttachments } from "../testing/fake-attachments.ts";
import { fakeVision } from "../testing/fake-vision.ts";
import { documentRead } from "./document-read.ts";
import type { Vision } from "../media.ts";

/** Reads every file as text. */
const documents: Documents = {
  async read({ data }, { maxChars = 1 }) {
    const whole = Buffer.from(data).toString();
    return { kind: "text", text: whole.slice(0, maxChars), isCut: whole.length > maxChars };
  },
};

const scan = (page: number) => ({
  page,
  mark: `[Page ${page} is a picture.]`,
  mediaType: "image/png",
  data: "AAAA",
});

/** A scanned document of two pages. */
const scanned: Documents = {
  read: async () => ({
    kind: "pdf",
    text: "[Page 1 is a picture.]\n\n[Page 2 is a picture.]",
    isCut: false,
    pages: 2,
    scans: [scan(1), scan(2)],
  }),
};

const attachments = fakeAttachments({
  byId: { att_1: { name: "lease.txt", data: Buffer.from("No pets.") } },
});

test("a file of the workspace is read, as much of it as is asked for", async () => {
  await using files = await openTestWorkspace();
  const options = { append: false, createFolders: true };
  await files.workspace.write("downloads/offer.txt", Buffer.from("Rent: 500"), options);
  const services = { ...callContext(), ...files, attachments, documents, vision: fakeVision() };
  const read = (args: unknown) => documentRead.run(documentRead.params.parse(args), services);

  expect(await read({ path: "downloads/offer.txt" })).toEqual({
    name: "offer.txt",
    kind: "text",
    text: "Rent: 500",
  });
  expect(await read({ path: "downloads/offer.txt", maxChars: 4 })).toEqual({
    name: "offer.txt",
    kind: "text",
    text: "Rent",
    note: "Cut off after 4 characters; there is more.",
  });
  await expect(read({ path: "nothing.txt" })).rejects.toMatchObject({ code: "missing" });
});

test("an attachment of the chat is read, and no other", async () => {
  await using files = await openTestWorkspace();
  const services = { ...callContext(), ...files, attachments, documents, vision: fakeVision() };
  const read = (attachmentId: string) =>
    documentRead.run(documentRead.params.parse({ attachmentId }), services);

  expect(await read("att_1")).toEqual({ name: "lease.txt", kind: "text", text: "No pets." });
  await expect(read("att_2")).rejects.toMatchObject({
    code: "missing",
    message: 'This chat has no attachment "att_2".',
  });
});

test("pages that are pictures are looked at", async () => {
  await using files = await openTestWorkspace();
  const vision = fakeVision("first page", "second page");
  const services = { ...callContext(), ...files, attachments, documents: scanned, vision };
  const params = documentRead.params.parse({ attachmentId: "att_1" });

  expect(await documentRead.run(params, services)).toEqual({
    name: "lease.txt",
    kind: "pdf",
    pages: 2,
    text: "[Page 1, a picture]\nfirst page\n\n[Page 2, a picture]\nsecond page",
  });
});

test("where nobody sees, the words are read and the rest is named", async () => {
  await using files = await openTestWorkspace();
  const vision = fakeVision("first page");
  const services = { ...callContext(), ...files, attachments, documents: scanned, vision };
  const params = documentRead.params.parse({ attachmentId: "att_1" });

  expect(await documentRead.run(params, services)).toEqual({
    name: "lease.txt",
    kind: "pdf",
    pages: 2,
    text: "[Page 1, a picture]\nfirst page\n\n[Page 2 is a picture.]",
    unread: "Pages that consist of images were not read: Nobody sees.",
  });
  const denied = { look: () => Promise.reject(new Fault("denied", "No.")) };
  await expect(documentRead.run(params, { ...services, vision: denied })).rejects.toMatchObject({
    code: "denied",
  });
});

afterEach(() => vi.restoreAllMocks());

test("what was read when the time is nearly up is answered", async () => {
  await using files = await openTestWorkspace();
  const timeIsUp = new AbortController();
  const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeIsUp.signal);
  const eyes = fakeVision("first page");
  const vision: Vision = {
    async look(picture, options) {
      if (eyes.looks.length === 0) return eyes.look(picture, options);
      timeIsUp.abort();
      if (!options.signal.aborted) throw new Error("the look goes on");
      throw new Fault("aborted", "The look was ended.");
    },
  };
  const services = { ...callContext(), ...files, attachments, documents: scanned, vision };
  const params = documentRead.params.parse({ attachmentId: "att_1" });

  expect(await documentRead.run(params, services)).toEqual({
    name: "lease.txt",
    kind: "pdf",
    pages: 2,
    text: "[Page 1, a picture]\nfirst page\n\n[Page 2 is a picture.]",
    unread: "Pages that consist of images were not read: there was no time left for them.",
  });
  expect(asked.mock.calls[0]?.[0]).toBeLessThan(documentRead.timeoutMs ?? 0);
});

test("one file is named, not two and not none", () => {
  expect(documentRead.params.safeParse({}).success).toBe(false);
  expect(documentRead.params.safeParse({ path: "a", attachmentId: "b" }).success).toBe(false);
});
