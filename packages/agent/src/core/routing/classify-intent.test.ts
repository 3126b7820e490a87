import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyIntent } from "./classify-intent.ts";
import { INTENTS, type Intent } from "./intent.ts";

type Case = readonly [text: string, intents: readonly Intent[]];

const cases: Readonly<Record<string, readonly Case[]>> = {
  en: [
    ["Any new e-mails from the landlord?", ["email"]],
    ["Remind me at nine to water the plants", ["reminders"]],
    ["Which pull requests wait for me?", ["github"]],
    ["How is the weather in Oslo?", ["utility"]],
    ["Tell me about Ada Lovelace", []],
  ],
  de: [
    ["Was steht morgen in meinem Kalender?", ["calendar"]],
    ["Schick den Newsletter ins Postfach", ["email"]],
    ["Lies mir die Schlagzeilen vor", ["news"]],
    ["Mein Paket ist nicht da", []],
  ],
  fr: [
    ["Ajoute une tâche pour lundi", ["tasks"]],
    ["Quel est le solde du portefeuille ?", ["ton"]],
    ["Quelle heure est-il à Tokyo ?", ["utility"]],
  ],
  es: [
    ["Apunta la clave del wifi", ["notes"]],
    ["¿Qué dicen las noticias?", ["news"]],
    ["Recuérdame llamar a mamá", ["reminders"]],
  ],
  it: [
    ["Rinomina la cartella delle fatture", ["files"]],
    ["Quando è il mio prossimo appuntamento?", ["calendar"]],
    ["Che tempo fa, hai le previsioni?", ["utility"]],
  ],
  pt: [
    ["Abre o repositório da equipa", ["github"]],
    ["Mostra as imagens de ontem", ["media"]],
    ["Que horas são em Lisboa?", ["utility"]],
  ],
  ru: [
    ["Перешли это в рабочий чат", ["telegram"]],
    ["Сколько на кошельке?", ["ton"]],
    ["Запомни, что я не ем рыбу", ["memory"]],
  ],
  uk: [
    ["Які завдання на сьогодні?", ["tasks"]],
    ["Розшифруй це голосове", ["media"]],
    ["Нагадай мені завтра", ["reminders"]],
  ],
  pl: [
    ["Zanotuj numer do hydraulika", ["notes"]],
    ["Jaka jest pogoda w Gdańsku?", ["utility"]],
    ["Wyślij plik na dysk", ["files"]],
  ],
  tr: [
    ["Yarınki toplantının tutanağı nerede?", ["meetings"]],
    ["Cüzdanımdaki bakiye ne kadar?", ["ton"]],
    ["Yarın beni uyandır", ["reminders"]],
  ],
  ar: [
    ["هل وصلني بريد جديد؟", ["email"]],
    ["كيف الطقس غدا؟", ["utility"]],
    ["أرسلها إلى المجموعة", ["telegram"]],
  ],
  zh: [
    ["帮我看看收件箱", ["email"]],
    ["明天有什么日程", ["calendar"]],
    ["钱包余额是多少", ["ton"]],
    ["今天會不會下雨", ["utility"]],
  ],
  ja: [
    ["カレンダーを見せて", ["calendar"]],
    ["この写真は何？", ["media"]],
    ["リポジトリを開いて", ["github"]],
  ],
};

describe.each(Object.entries(cases))("in %s", (_language, table) => {
  test.each(table)("%j is about %j", (text, intents) => {
    expect(classifyIntent(text)).toEqual(intents);
  });
});

test("a style of a part of a word does not hide what it says", () => {
  expect(classifyIntent("the **wea**ther")).toEqual(classifyIntent("the weather"));
  expect(classifyIntent("the weather")).not.toEqual([]);
});

test("several intents come in one fixed order", () => {
  const forward = classifyIntent("mail the notes about the weather");
  const backward = classifyIntent("the weather, in the notes, by mail");
  expect(forward).toEqual(["email", "notes", "utility"]);
  expect(backward).toEqual(forward);
});

test("what stands behind the first 2,000 characters does not count", () => {
  expect(classifyIntent(`${"x ".repeat(990)} github`)).toEqual(["github"]);
  expect(classifyIntent(`${"x ".repeat(1000)} github`)).toEqual([]);
});

test("any text is classified, the same way each time, in the order of the intents", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
      const intents = classifyIntent(text);
      expect(classifyIntent(text)).toEqual(intents);
      expect(INTENTS.filter((intent) => intents.includes(intent))).toEqual(intents);
    }),
  );
});

test("a message of 300 characters takes microseconds", () => {
  const text = "Could you look at what Zoë wrote about the budget, und sag mir Bescheid? "
    .repeat(5)
    .slice(0, 300);
  const microseconds = () => {
    const before = process.cpuUsage();
    for (let round = 0; round < 500; round++) classifyIntent(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 500;
  };
  const best = Math.min(...Array.from({ length: 5 }, microseconds));
  expect(best).toBeLessThan(200);
});
