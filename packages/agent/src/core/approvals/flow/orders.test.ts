import { expect, test } from "vitest";
import { readText } from "./clauses.ts";
import { ordersIn } from "./orders.ts";
import { normalize } from "./plain-text.ts";

const orders = (text: string) => ordersIn(readText(normalize(text)));

test.each([
  ["Tell Kim: I am on my way", "tell", ["Kim"], "I am on my way"],
  ["please write to @kim_b that the train is late", "tell", ["@kim_b"], "the train is late"],
  [
    "Mail kim@a.example: the papers are signed.",
    "mail",
    ["kim@a.example"],
    "the papers are signed",
  ],
  ["Reply to Kim: Friday suits me", "reply", ["Kim"], "Friday suits me"],
  ["Tell Kim and Lou: dinner is ready", "tell", ["Kim", "Lou"], "dinner is ready"],
  ["Let Kim know that I am on my way", "tell", ["Kim"], "I am on my way"],
  ["Let Kim know: dinner is ready", "tell", ["Kim"], "dinner is ready"],
  ["Schreib Kim: ich komme später", "tell", ["Kim"], "ich komme später"],
  ["Sag Kim, dass ich später komme", "tell", ["Kim"], "ich später komme"],
  ["Escribe a Kim: llego tarde", "tell", ["Kim"], "llego tarde"],
  ["Dis à Kim que j'arrive", "tell", ["Kim"], "j'arrive"],
  ["Scrivi a Kim: arrivo tardi", "tell", ["Kim"], "arrivo tardi"],
  ["Diga a Kim que chego tarde", "tell", ["Kim"], "chego tarde"],
  ["Napisz do Kim: spóźnię się", "tell", ["Kim"], "spóźnię się"],
  ["Напиши Ким: я опаздываю", "tell", ["Ким"], "я опаздываю"],
  ["Передай Ким, що я запізнююсь", "tell", ["Ким"], "я запізнююсь"],
  ["请告诉小明：我快到了", "tell", ["小明"], "我快到了"],
] as const)("%j is an order", (text, kind, recipients, body) => {
  const found = orders(text).find((order) => order.kind === kind && order.bodies.includes(body));
  expect(found?.recipients).toEqual(recipients);
});

test.each([
  "Did you tell Kim: I am on my way?",
  "Don't tell Kim: I am on my way",
  "If it rains tell Kim: I am on my way",
  "I will tell Kim: I am on my way",
  "Tell nobody: I am on my way",
  "Kim said: tell Lou: I am on my way",
  "Pay 5 TON to Kim?",
])("%j orders nothing that could be sent", (text) => {
  const found = orders(text).filter(({ kind }) => kind !== "remember");
  expect(found.flatMap(({ recipients }) => recipients)).toEqual([]);
});

test("an order to pay names an amount, an asset and whom", () => {
  expect(orders("Pay 5.50 TON to EQabc")).toContainEqual(
    expect.objectContaining({ kind: "pay", amount: "5.50", asset: "TON", recipients: ["EQabc"] }),
  );
  expect(orders("Überweise 5 TON an EQabc")).toContainEqual(
    expect.objectContaining({ kind: "pay", amount: "5", asset: "TON", recipients: ["EQabc"] }),
  );
  expect(orders("Pay Kim 5 TON")).toContainEqual(
    expect.objectContaining({ kind: "pay", amount: "5", recipients: ["Kim"] }),
  );
});

test("a file is sent to somebody, in either order of the words", () => {
  for (const text of ["Send Kim a/plan.pdf", "Send a/plan.pdf to Kim"])
    expect(orders(text)).toContainEqual(
      expect.objectContaining({ kind: "send", file: "a/plan.pdf", recipients: ["Kim"] }),
    );
});
