import { expect, test } from "vitest";
import { swapQuestion } from "./swap-question.ts";

const jetton = `EQ${"j".repeat(46)}`;

test("asks with what is given, what is wanted, where, and how much may be lost", () => {
  const buy = { fromAsset: "ton", toAsset: jetton, amount: "10", slippage: 0.01 };
  expect(swapQuestion(buy, { exchange: "STON.fi", language: "en" })).toBe(
    `Swap 10 TON for the jetton ${jetton} on STON.fi, with at most 1% slippage?`,
  );
  const sell = { fromAsset: jetton, toAsset: "ton", amount: "0.5", slippage: 0.0125 };
  expect(swapQuestion(sell, { exchange: "DeDust", language: "en" })).toBe(
    `Swap 0.5 of the jetton ${jetton} for TON on DeDust, with at most 1.25% slippage?`,
  );
});
