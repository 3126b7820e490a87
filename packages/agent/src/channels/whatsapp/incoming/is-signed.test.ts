import { expect, test } from "vitest";
import { isSigned } from "./is-signed.ts";

// Output of `openssl dgst -sha256 -hmac secret` for the bytes of each text.
const PLAIN = "5782eb1e80a9c0cc789474a5ab9faf38384866cac1c0151663b2ec9d0082743e";
const ESCAPED = "e83982f56dea35d44d18808144e785a0b11045e8df4b9e368146bbbcacfc5ee5";
const RAW = "3209278c446db99a473f6da1c52f34283f03ca76b10f81d5524f268e6c4a7191";

const cases: readonly (readonly [string, string, string | undefined, boolean])[] = [
  ["the bytes", '{"a":"b"}', `sha256=${PLAIN}`, true],
  ["the bytes, in capitals", '{"a":"b"}', `sha256=${PLAIN.toUpperCase()}`, true],
  ["escaped text as it came", '{"a":"\\u00f1 \\ud83d\\udc4b"}', `sha256=${ESCAPED}`, true],
  ["escaped text that a proxy wrote out", '{"a":"ñ 👋"}', `sha256=${ESCAPED}`, true],
  ["text that was never escaped", '{"a":"ñ 👋"}', `sha256=${RAW}`, true],
  ["other bytes", '{"a":"c"}', `sha256=${PLAIN}`, false],
  ["no signature", '{"a":"b"}', undefined, false],
  ["an empty one", '{"a":"b"}', "sha256=", false],
  ["half of one", '{"a":"b"}', `sha256=${PLAIN.slice(0, 32)}`, false],
  ["one of another kind", '{"a":"b"}', `sha1=${PLAIN}`, false],
  ["one without its kind", '{"a":"b"}', PLAIN, false],
];

test.each(cases)("%s: signed is %4$s", (_title, body, header, expected) => {
  expect(isSigned(Buffer.from(body, "utf8"), header, "secret")).toBe(expected);
});

test("another secret signs nothing of ours", () => {
  expect(isSigned(Buffer.from('{"a":"b"}'), `sha256=${PLAIN}`, "secre")).toBe(false);
});
