import { expect, test } from "vitest";
import { toUploadType } from "./to-upload-type.ts";

test.each([
  ["application/pdf", "application/pdf"],
  ["image/png", "image/png"],
  ["audio/ogg; codecs=opus", "audio/ogg"],
  ["Text/Plain;charset=utf-8", "text/plain"],
  ["text/csv", "text/plain"],
  ["text/markdown", "text/plain"],
  ["application/json", "text/plain"],
  ["application/jsonl", "text/plain"],
  ["application/geo+json", "text/plain"],
  ["application/zip", undefined],
  ["audio/wav", undefined],
  ["image/gif", undefined],
  ["image/svg+xml", "text/plain"],
  ["application/octet-stream", undefined],
  ["", undefined],
])("%j is uploaded as %s", (mediaType, uploaded) => {
  expect(toUploadType(mediaType)).toBe(uploaded);
});
