import { expect, test } from "vitest";
import {
  asset,
  recipient,
  swapParams,
  swapSpend,
  tokenAmount,
  tonAddress,
  tonAmount,
} from "./chain-params.ts";

const friendly = `UQ${"a".repeat(46)}`;
const raw = `0:${"0f".repeat(32)}`;

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test.each(["0.001", "0.001000000", "1", "00.5", "999999999999.999999999"])(
  "takes %s TON",
  (amount) => {
    expect(tonAmount("It").parse(amount)).toBe(amount);
  },
);

test.each(["0", "0.000", "0.0009", "-1", "1.", ".5", "1,5", "1e3", "1.0000000001", 1.5])(
  "refuses %j TON",
  (amount) => {
    expect(accepts(tonAmount("It"), amount)).toBe(false);
  },
);

test("a token may have 18 digits after the point, but there has to be some of it", () => {
  expect(accepts(tokenAmount("It"), "0.000000000000000001")).toBe(true);
  expect(accepts(tokenAmount("It"), "0.0000000000000000001")).toBe(false);
  expect(accepts(tokenAmount("It"), "0.00")).toBe(false);
  expect(accepts(swapParams().amount, "0.001")).toBe(true);
  expect(accepts(swapParams().amount, "0.00099")).toBe(false);
});

test("an address is looked at in both forms, and paid to only with its checksum", () => {
  const given = [friendly, raw, friendly.slice(1), "alice.ton", "ton"];
  const taken = [tonAddress("It"), recipient(), asset("It")].map((schema) =>
    given.filter((text) => accepts(schema, text)),
  );
  expect(taken).toEqual([[friendly, raw], [friendly], [friendly, raw, "ton"]]);
});

test("a swap spends what it gives", () => {
  expect(swapSpend({ fromAsset: "ton", amount: "2.5" })).toEqual({ asset: "TON", amount: "2.5" });
  expect(swapSpend({ fromAsset: friendly, amount: "1" })).toEqual({ asset: friendly, amount: "1" });
});
