import { expect, test } from "vitest";
import { detectLanguage } from "./detect-language.ts";

test.each([
  ["en", "The meeting is at three tomorrow, and Anna will be there."],
  ["de", "Morgen um drei ist die Besprechung, und Anna kommt auch."],
  ["es", "El tiempo mañana será bueno, pero no hay sitio en la terraza."],
  ["fr", "Il fera beau demain, je crois que nous pouvons sortir."],
  ["it", "Domani il tempo è bello e non piove."],
  ["pt", "Amanhã o tempo está bom, não vai chover."],
  ["nl", "Het weer is morgen goed en het regent niet."],
  ["pl", "Jutro będzie ładna pogoda i nie będzie padać."],
  ["tr", "Yarın hava güzel olacak ve yağmur yağmayacak."],
  ["cs", "Zítra bude hezky a nebude pršet."],
  ["sv", "Imorgon blir det fint väder och det regnar inte."],
  ["da", "I morgen bliver vejret godt, og det regner ikke."],
  ["nb", "I morgen blir været fint, og det regner ikke."],
  ["fi", "Huomenna on kaunis sää ja ei sada."],
  ["ro", "Mâine va fi vreme bună și nu va ploua."],
  ["hu", "Holnap szép idő lesz, és nem esik az eső."],
  ["id", "Besok cuaca akan bagus dan tidak ada hujan."],
  ["vi", "Ngày mai thời tiết sẽ đẹp và không có mưa."],
  ["ru", "Завтра будет хорошая погода, и дождя не будет."],
  ["uk", "Завтра буде гарна погода, і дощу не буде."],
  ["bg", "Утре времето ще е хубаво и няма да вали."],
  ["sr", "Сутра ће време бити лепо и неће падати киша."],
  ["el", "Αύριο θα έχει καλό καιρό."],
  ["he", "מחר יהיה מזג אוויר טוב"],
  ["ar", "غدا سيكون الطقس جميلا"],
  ["fa", "فردا هوا خوب است و باران نمی‌گیرد چون پاییز است"],
  ["ur", "کل موسم اچھا رہے گا اور بارش نہیں ہوگی ٹھیک ہے"],
  ["hi", "कल मौसम अच्छा रहेगा"],
  ["th", "พรุ่งนี้อากาศดี"],
  ["zh", "明天天气很好，不会下雨。"],
  ["ja", "明日は天気がいいです。"],
  ["ko", "내일 날씨가 좋습니다."],
  ["ka", "ხვალ კარგი ამინდი იქნება"],
])("it knows %s: %s", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each(["", "Ok", "42", "👋", "Berlin", "npm install", "7 × 8 = 56"])(
  "of %j it does not say a language",
  (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  },
);

test("a quotation in another script does not change the language around it", () => {
  expect(detectLanguage("The word 你好 is how you say hello in the language of China.")).toBe("en");
});
