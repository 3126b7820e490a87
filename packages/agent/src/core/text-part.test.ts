import { expect, test } from "vitest";
import { textPart } from "./text-part.ts";

test.each([
  "See https://evil.example/?q=1",
  "See evil.example/c?d=1",
  "See www.evil.example",
  "[here](evil.example)",
  "![](evil.example/x.png)",
  "![pixel](/x.png)",
  "tg://resolve?domain=evil",
  "See müller.de",
  "See 192.168.1.1/c",
])("%s is shown without a preview", (text) => {
  expect(textPart(text)).toEqual({ type: "text", text, links: "plain" });
});

test.each(["It leaves at 7.45, e.g. on Friday.", "Done.", "1.5 of 2.25 TON"])(
  "%s holds no address",
  (text) => {
    expect(textPart(text)).toEqual({ type: "text", text });
  },
);
