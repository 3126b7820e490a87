import { expect, test } from "vitest";
import { findAudioKind } from "./find-audio-kind.ts";

test.each([
  ["OggS\0\x02", "ogg"],
  ["\x1a\x45\xdf\xa3\x01", "webm"],
  ["RIFF\0\0\0\0WAVEfmt ", "wav"],
  ["RIFF\0\0\0\0AVI LIST", undefined],
  ["\0\0\0\x20ftypM4A ", "mp4"],
  ["fLaC\0", "flac"],
  ["#!AMR\n", "amr"],
  ["FORM\0\0\0\0AIFF", "aiff"],
  ["caff\0\x01", "caf"],
  ["ID3\x04\0", "mp3"],
  ["\xff\xfb\x90\x64", "mp3"],
  ["\xff\xf1\x50\x80", "aac"],
  ["#EXTM3U\n", undefined],
  ["ffconcat version 1.0", undefined],
  ["<svg>", undefined],
  ["\xff", undefined],
  ["", undefined],
] as const)("what begins with %j is %s", (bytes, kind) => {
  expect(findAudioKind(Buffer.from(bytes, "latin1"))).toBe(kind);
});
