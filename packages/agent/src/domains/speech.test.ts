import { expect, test } from "vitest";
import { countSpokenWords, isSpeakable, wantsSpokenReply } from "./speech.ts";

test.each([
  "tell me the weather today",
  "Tell  me a story, please",
  "can you read me that article?",
  "READ THAT",
  "read this out",
  "read it out loud",
  "Please, read it.",
  "say that again",
  "say it",
  "speak to me",
  "Speak!",
  "“tell me”",
  "Sag mir, wie das Wetter wird",
  "Lies mir die Nachricht vor",
  "kannst du das vorlesen?",
  "Erzähl mir was",
  "Dime qué tiempo hace",
  "Léeme el artículo en voz alta",
  "dímelo",
  "Dis-moi quel temps il fait",
  "Lis-le à voix haute",
  "lis-moi l'article",
  "Dimmi che tempo fa",
  "Leggilo ad alta voce",
  "Me diga o tempo de amanhã",
  "lê isso em voz alta",
  "Скажи мне погоду",
  "прочитай это вслух",
  "Озвучь ответ",
  "Розкажи мені про погоду",
  "прочитай це вголос",
  "Vertel me een verhaal",
  "lees dat voor",
  "Powiedz mi, jaka będzie pogoda",
  "przeczytaj to na głos",
  "Bana hava durumunu söyle bana",
  "bunu sesli oku",
  "řekni mi to",
  "läs det här för mig",
  "spune-mi cum e vremea",
  "اقرأ لي هذا",
  "请告诉我明天的天气",
  "念给我听",
  "明日の天気を教えて",
  "기사를 읽어 줘",
])("%j asks to hear the answer", (text) => {
  expect(wantsSpokenReply(text)).toBe(true);
});

test.each([
  "",
  "what is the weather?",
  "tell Mehmet that I am late",
  "hotel menu",
  "foretell me-andering",
  "read the article",
  "I have already read items 1 to 5",
  "she says that it is fine",
  "the speaker is loud",
  "he spoke to mechanics",
  "We should tell. Me too!",
  "`tell me`",
  "```\nread it\n``` what does this do?",
  "Wie sagt man das auf Englisch?",
  "Vorlesung um drei",
  "Das Lied ist schön",
  "El dimetro es grande",
  "Dimensioni del tavolo",
  "dismoine",
  "que dis tu ?",
  "сказка",
  "Прочитай книгу",
  "скажите, пожалуйста, который час",
  "opowiadanie",
  "Wat zegt hij?",
  "söylenti",
  "今日は何日？",
  "天气怎么样",
])("%j does not", (text) => {
  expect(wantsSpokenReply(text)).toBe(false);
});

test("what stands beyond any request is not read", () => {
  expect(wantsSpokenReply(`${"word ".repeat(1000)} tell me`)).toBe(false);
});

test.each([
  ["", 0],
  ["Hello, world!", 2],
  ["it's well-known — really", 3],
  ["5 × 8 = 40", 3],
  ["Привет, как дела", 3],
  ["मौसम अच्छा है", 3],
  ["明天天气很好。", 3],
  ["明日の天気 is good", 5],
  ["พรุ่งนี้อากาศดี", 8],
  ["- - '", 0],
])("%j takes as long as %i words", (text, words) => {
  expect(countSpokenWords(text)).toBe(words);
});

test("an answer can be said up to so many words, not counting its code", () => {
  const answer = "one two\n```\na b c d\n```";
  expect(isSpeakable(answer, { maxWords: 7 })).toBe(true);
  expect(isSpeakable(answer, { maxWords: 6 })).toBe(false);
  expect(isSpeakable("👍", { maxWords: 7 })).toBe(false);
});
