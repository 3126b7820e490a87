import * as fc from "fast-check";
import { expect, test } from "vitest";
import { classifyComplexity } from "./classify-complexity.ts";

test.each([
  ["en", "Check my mail, then post a summary in #standup"],
  ["en", "Check my mail, **th**en post a summary in #standup"],
  ["en", "Look up the flights and then write Tom a summary"],
  ["en", "Write the report. Also, add a follow-up task for Monday"],
  ["de", "Such mir die Flüge heraus, danach schreib Tom eine Zusammenfassung"],
  ["fr", "Cherche les prix des billets, puis envoie un résumé à Paul"],
  ["es", "Busca los precios y después manda un resumen a Pablo"],
  ["it", "Cerca i prezzi dei voli e poi manda un riassunto a Paolo"],
  ["pt", "Procura os preços e depois manda um resumo ao Paulo"],
  ["ru", "Сначала собери цены на билеты, потом отправь таблицу Олегу"],
  ["uk", "Знайди ціни на квитки, а потім надішли таблицю Олегу"],
  ["pl", "Znajdź ceny biletów, a potem wyślij tabelę Olegowi"],
  ["tr", "Bilet fiyatlarını bul, ardından Ali'ye bir özet gönder"],
  ["ar", "ابحث عن أسعار التذاكر ثم أرسل ملخصا إلى أحمد"],
  ["zh", "先查一下机票的价格，然后给汤姆写一个总结"],
  ["ja", "航空券の値段を調べて、それから田中さんに要約を送って"],
])("several wishes are told by what joins them (%s: %s)", (_language, text) => {
  expect(classifyComplexity(text)).toBe("several");
});

test.each([
  ["too short", "eat, then sleep"],
  ["without a joint", "Tell me about the history of the bridges of Königsberg"],
  ["with one part only", "And then? I would like to know that now"],
  ["empty", ""],
])("a message is one wish: %s", (_why, text) => {
  expect(classifyComplexity(text)).toBe("one");
});

test("only the beginning of a long text is read", () => {
  const talk = "word ".repeat(600);
  expect(classifyComplexity(`${talk} look it up and then send it to Tom`)).toBe("one");
});

test("any text has an answer", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(["one", "several"]).toContain(classifyComplexity(text));
    }),
  );
});
