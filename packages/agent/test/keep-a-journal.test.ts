import { askOverHttp } from "@reeve/client/http";
import { journal } from "@reeve/operations/memory/journal";
import { expect, test } from "vitest";
import { type OpenApi, openApi } from "./kit/http/open-api.ts";
import { fetchThrough } from "./kit/http/fetch-through.ts";

async function askAs(api: OpenApi, role: "owner" | "admin") {
  const headers = { authorization: `Bearer ${await api.token(role)}` };
  return askOverHttp({ url: "http://localhost:7777", headers, fetch: fetchThrough(api) });
}

test("the owner records, closes, lists and sums up deals over HTTP; others may not", async () => {
  await using api = await openApi();
  const ask = await askAs(api, "owner");
  const deal = { action: "buy", reasoning: "a dip", assetFrom: "TON", amountFrom: "12.50" };
  const bought = await ask(journal.create, deal, { key: "deal-1" });
  expect(bought).toMatchObject({ id: 1, type: "trade", outcome: "pending", amountFrom: "12.5" });
  expect(await ask(journal.create, deal, { key: "deal-1" })).toEqual(bought);

  const closed = await ask(journal.update, { id: 1, outcome: "profit", pnlTon: "3.25" });
  expect(closed).toMatchObject({ outcome: "profit", pnlTon: "3.25" });
  expect(await ask(journal.list, { asset: "ton" })).toEqual({ items: [closed], next: null });
  expect(await ask(journal.summary, {})).toMatchObject({ entries: 1, pnlTon: "3.25" });
  await expect(ask(journal.update, { id: 9, outcome: "loss" })).rejects.toMatchObject({
    code: "missing",
  });

  const other = await askAs(api, "admin");
  await expect(other(journal.list, {})).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner can use the journal (your role: admin).",
  });
});
