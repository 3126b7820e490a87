import { expect, test } from "vitest";
import { callContext, openTestWorkspace } from "../testing/contexts.ts";
import { fakeAttachments } from "../testing/fake-attachments.ts";
import { fakeVision } from "../testing/fake-vision.ts";
import { visionAnalyze } from "./vision-analyze.ts";

function png(width: number, height: number): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

const photo = { name: "photo.png", mediaType: "image/png", data: png(300, 200) };
const attachments = fakeAttachments({
  byMessage: {
    "4021": [{ name: "a.txt", data: Buffer.from("words") }, photo],
    "4022": [{ name: "huge.png", data: png(50_000, 50_000) }],
    "4023": [{ name: "a.txt", data: Buffer.from("words") }],
  },
});

test("the picture of a message is looked at with the question", async () => {
  await using files = await openTestWorkspace();
  const vision = fakeVision("A cat.");
  const services = { ...callContext(), ...files, attachments, vision };
  const params = visionAnalyze.params.parse({ messageId: 4021, prompt: "What is it?" });

  expect(await visionAnalyze.run(params, services)).toEqual({
    name: "photo.png",
    answer: "A cat.",
  });
  expect(vision.looks).toEqual([
    {
      picture: {
        mediaType: "image/png",
        data: photo.data.toString("base64"),
        bytes: photo.data.length,
      },
      question: "What is it?",
    },
  ]);
});

test("a picture of the workspace is looked at, and described where nothing is asked", async () => {
  await using files = await openTestWorkspace();
  await files.workspace.write("images/a.png", photo.data, { append: false, createFolders: true });
  const vision = fakeVision("A dog.");
  const services = { ...callContext(), ...files, attachments, vision };
  const params = visionAnalyze.params.parse({ path: "images/a.png" });

  expect(await visionAnalyze.run(params, services)).toEqual({ name: "a.png", answer: "A dog." });
  expect(vision.looks.map(({ question }) => question)).toEqual([undefined]);
});

test("what is no picture, too large, not there or elsewhere is not looked at", async () => {
  await using files = await openTestWorkspace();
  const vision = fakeVision();
  const services = { ...callContext(), ...files, attachments, vision };
  const look = (args: unknown) => visionAnalyze.run(visionAnalyze.params.parse(args), services);

  await expect(look({ messageId: 4022 })).rejects.toMatchObject({
    code: "invalid",
    message: '"huge.png" has 50000 × 50000 pixels; the maximum is 40 million.',
  });
  await expect(look({ messageId: 4023 })).rejects.toMatchObject({
    code: "invalid",
    message: '"a.txt" is not a supported image.',
  });
  await expect(look({ messageId: 1 })).rejects.toMatchObject({
    code: "missing",
    message: "Message 1 has no stored image.",
  });
  await expect(look({ messageId: 4021, chatId: "-100" })).rejects.toMatchObject({ code: "denied" });
  expect(vision.looks).toEqual([]);
});
