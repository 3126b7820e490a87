import { expect, test } from "vitest";
import { findRules } from "./find-rules.ts";

test.each([
  ["Never delete files without asking.", "ask", "destroy", null],
  ["From now on, never send e-mails!", "never", "send", "email"],
  ["Please ask me first before you buy anything", "ask", "pay", null],
  ["<u>Never</u> send e-mails!", "never", "send", "email"],
  ["**Never send *e*-mails!**", "never", "send", "email"],
  ["Never use [this](https://ex.com/a?b) to send e-mails", "never", "send", "email"],
  ["Never delete * files", "never", "destroy", null],
  ["Always answer in German", "always", null, null],
  ["Never touch my calendar", "never", null, "calendar"],
  ["Lösche niemals Dateien, ohne zu fragen", "ask", "destroy", null],
  ["Schick nie E-Mails", "never", "send", "email"],
  ["Antworte immer kurz", "always", "send", null],
  ["Frag mich vorher, wenn du etwas kaufst", "ask", "pay", null],
  ["Nunca borres archivos sin preguntar", "ask", "destroy", null],
  ["Pregúntame primero antes de enviar correos", "ask", "send", "email"],
  ["Ne supprime jamais de fichiers", "never", "destroy", null],
  ["Demande-moi d'abord avant de payer", "ask", "pay", null],
  ["Non cancellare mai i file senza chiedere", "ask", "destroy", null],
  ["Chiedimi sempre prima di inviare", "ask", "send", null],
  ["Nunca apague arquivos sem perguntar", "ask", "destroy", null],
  ["Me pergunte antes de enviar", "ask", "send", null],
  ["Никогда не удаляй файлы без разрешения", "ask", "destroy", null],
  ["Всегда отвечай кратко", "always", "send", null],
  ["Сначала спроси, потом плати", "ask", "pay", null],
])("%s: %s, %s, %s", (text, rule, effect, category) => {
  const sentence = text;
  expect(findRules(`Hi. ${text}`)).toEqual([{ text: sentence, rule, effect, category }]);
});

test.each([
  "I have never sent a mail.",
  "Did you ask me first?",
  "Never delete files?",
  "**Never delete files?**",
  "What is always true",
  "Ich war noch nie in Rom",
  "",
])("no rule: %s", (text) => {
  expect(findRules(text)).toEqual([]);
});

test("a message lays down several rules, at most five, and no essays", () => {
  const two = findRules("Never send mail. Thanks.\nAlways be brief");
  expect(two.map(({ text }) => text)).toEqual(["Never send mail.", "Always be brief"]);
  expect(findRules("Never. Never say so. ".repeat(20))).toHaveLength(5);
  expect(findRules(`Never ${"ever ".repeat(100)}`)).toEqual([]);
});
