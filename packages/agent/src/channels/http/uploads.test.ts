import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { whyUnreadable } from "../../kernel/unreadable.ts";
import { createUploads } from "./uploads.ts";

async function openUploads() {
  const root = await mkdtemp(path.join(tmpdir(), "reeve-uploads-"));
  onTestFinished(() => rm(root, { recursive: true }));
  return createUploads(path.join(root, "uploads"), { now: () => Date.now() });
}

const { signal } = new AbortController();
const data = Buffer.from("Total: 987");

test("an upload is stored once and can be read, whatever its name", async () => {
  const { keep, files } = await openUploads();
  const media = await keep({ name: "../../etc/in voice.pdf", mediaType: "application/pdf", data });
  expect(media).toMatchObject({
    kind: "document",
    file: { name: "../../etc/in voice.pdf", mediaType: "application/pdf", bytes: 10 },
  });
  const ref = media.file?.ref ?? "";
  expect(await files.fetch(ref, { signal, maxBytes: 100 })).toEqual(data);
  expect((await keep({ name: "../../etc/in voice.pdf", data })).file?.ref).toBe(ref);
});

test.each([
  [{ mediaType: "image/png" }, "photo"],
  [{ mediaType: "audio/webm" }, "audio"],
  [{ mediaType: "audio/webm", isVoice: true }, "voice"],
  [{}, "document"],
])("%j is a %s", async (facts, kind) => {
  const { keep } = await openUploads();
  expect((await keep({ name: "a", data, ...facts })).kind).toBe(kind);
});

test("what is too large, gone or outside of the folder is not read", async () => {
  const { keep, files } = await openUploads();
  const { file } = await keep({ name: "a.txt", data });
  const tooLarge = files.fetch(file?.ref ?? "", { signal, maxBytes: 9 });
  expect(whyUnreadable(await tooLarge.catch((error: unknown) => error))).toBe("huge");
  const gone = { code: "missing", hint: "Send it again." };
  for (const ref of ["none", "../../../etc/hostname"])
    await expect(files.fetch(ref, { signal, maxBytes: 99 })).rejects.toMatchObject(gone);
});
