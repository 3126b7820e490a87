import { expect, test } from "vitest";
import { whatsappConfig } from "./config.ts";

function refusalOf(given: object): string | undefined {
  return whatsappConfig.safeParse(given).error?.issues[0]?.message;
}

test("numbers are written as people like, each with its country's", () => {
  const owners = ["+49 151 23456789", "49 (151) 234-567-89", "+39 06 1234567", 4_915_123_456_789];
  expect(whatsappConfig.parse({ owners }).owners).toEqual([
    "4915123456789",
    "4915123456789",
    "39061234567",
    "4915123456789",
  ]);
});

test.each(["0151 23456789", "(0151) 23456789", "0049 151 23456789", "+49 (0)151 23456789"])(
  "%s would never be anybody's, and is refused",
  (number) => {
    const says =
      "it must start with the country code, as in +49 151 23456789, without a leading 0 and without (0)";
    expect(refusalOf({ owners: [number] })).toBe(says);
    expect(refusalOf({ allow: [number] })).toBe(says);
  },
);

test.each(["EAAG1\nEAAG2", "EAAG1\n", " EAAG1", "EAAG…"])(
  "the token %j was not copied well, and is refused without being told",
  (token) => {
    const says =
      "it must contain only ASCII letters, digits and symbols; copy it again without line breaks or spaces";
    expect(refusalOf({ accessToken: token })).toBe(says);
    expect(refusalOf({ appSecret: token })).toBe(says);
    expect(whatsappConfig.parse({ verifyToken: token }).verifyToken?.reveal()).toBe(token);
  },
);
