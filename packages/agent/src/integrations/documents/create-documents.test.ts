import { expect, test } from "vitest";
import { whyUnreadable } from "../../kernel/unreadable.ts";
import { documentsConfig } from "../documents.ts";
import { createDocuments } from "./create-documents.ts";

const documents = createDocuments(documentsConfig.parse({}));

function read(data: Uint8Array, signal = new AbortController().signal) {
  return documents.read({ name: "a.bin", data }, { signal });
}

test("an unreadable document is an invalid fault with its reason", async () => {
  const empty: unknown = await read(new Uint8Array()).catch((error: unknown) => error);
  expect(empty).toMatchObject({ name: "Fault", code: "invalid", message: '"a.bin" is empty.' });
  expect(whyUnreadable(empty)).toBe("empty");
});

test("a picture is refused with the tool that looks at pictures", async () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  const picture: unknown = await read(png).catch((error: unknown) => error);
  expect(picture).toMatchObject({ code: "invalid", hint: "Use vision_analyze to read images." });
  expect(whyUnreadable(picture)).toBe("foreign");
});

test("a cancelled read is an aborted fault", async () => {
  const reading = read(Buffer.from("words"), AbortSignal.abort());
  await expect(reading).rejects.toMatchObject({ name: "Fault", code: "aborted" });
});
