/** A text and how many tokens a common tokenizer (OpenAI's o200k_base) makes of it. */
export interface TokenSample {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
}

export const TOKEN_SAMPLES: readonly TokenSample[] = [
  {
    name: "English prose",
    text: "The steward rode out before sunrise to count the sheaves that stood in the northern field. He had been told that two carts were missing since Tuesday, and although nobody accused the miller openly, everybody looked at him whenever the subject came up. At noon he wrote a short report, signed it, and sent the boy back to the house with a request for further instructions.",
    tokens: 75,
  },
  {
    name: "English chat",
    text: "hey, can u remind me tmrw at 9 to call the dentist?? also what's the weather gonna be like in Lisbon this weekend, thinking of going w/ Anna",
    tokens: 35,
  },
  {
    name: "German",
    text: "Der Verwalter ritt vor Sonnenaufgang hinaus, um die Garben zu zählen, die auf dem nördlichen Feld standen. Man hatte ihm gesagt, dass seit Dienstag zwei Wagen fehlten, und obwohl niemand den Müller offen beschuldigte, sahen ihn alle an, sobald die Rede darauf kam.",
    tokens: 63,
  },
  {
    name: "Russian",
    text: "Управляющий выехал до рассвета, чтобы пересчитать снопы, стоявшие на северном поле. Ему сказали, что со вторника не хватает двух телег, и хотя мельника никто открыто не обвинял, все смотрели на него, как только об этом заходила речь.",
    tokens: 67,
  },
  {
    name: "Chinese",
    text: "管家在日出之前骑马出门,清点北边田里的麦捆。有人告诉他,从星期二起就少了两辆大车,虽然没有人公开指责磨坊主,但每当提起这件事,大家都会看着他。中午他写了一份简短的报告,签了名,派孩子送回家去。",
    tokens: 84,
  },
  {
    name: "Japanese",
    text: "執事は日の出前に馬で出かけ、北の畑に立っている麦の束を数えた。火曜日から荷車が二台なくなっていると聞かされていたが、粉屋を公然と責める者はいなかった。それでもその話になると、みんなが彼のほうを見た。",
    tokens: 81,
  },
  {
    name: "Korean",
    text: "집사는 해가 뜨기 전에 말을 타고 나가 북쪽 들판에 서 있는 볏단을 세었다. 화요일부터 수레 두 대가 없어졌다는 말을 들었지만, 아무도 방앗간 주인을 드러내 놓고 탓하지는 않았다.",
    tokens: 62,
  },
  {
    name: "Arabic",
    text: "خرج الوكيل قبل شروق الشمس ليعد الحزم القائمة في الحقل الشمالي. وقد قيل له إن عربتين مفقودتان منذ يوم الثلاثاء، ومع أن أحدا لم يتهم الطحان علنا فإن الجميع كانوا ينظرون إليه كلما ذكر الأمر.",
    tokens: 57,
  },
  {
    name: "Hindi",
    text: "मुनीम सूर्योदय से पहले घोड़े पर निकला ताकि उत्तर के खेत में खड़े पूलों को गिन सके। उसे बताया गया था कि मंगलवार से दो गाड़ियाँ गायब हैं, और यद्यपि किसी ने चक्कीवाले पर खुलकर आरोप नहीं लगाया, सब उसी की ओर देखते थे।",
    tokens: 69,
  },
  {
    name: "JSON schema",
    text: '{"type":"object","properties":{"to":{"type":"string","pattern":"^[EU]Q[\\\\w-]{46}$","description":"Recipient address, exactly as the user wrote it."},"amount":{"type":"string","description":"Amount in TON, as text."},"comment":{"type":"string","maxLength":120}},"required":["to","amount"],"additionalProperties":false}',
    tokens: 80,
  },
  {
    name: "TypeScript",
    text: "export function fitHistory(\n  history: readonly Unit[],\n  budget: number,\n  cost: (unit: Unit) => number,\n): FittedHistory {\n  const exchanges = splitExchanges(history);\n  let left = budget;\n  let first = exchanges.length;\n\n  for (const exchange of exchanges.toReversed()) {\n    const price = exchange.reduce((sum, unit) => sum + cost(unit), 0);\n    if (price > left && first !== exchanges.length) break;\n    left -= price;\n  }\n  return { kept: exchanges.slice(first).flat() };\n}\n",
    tokens: 120,
  },
  {
    name: "log with ids and numbers",
    text: '{"time":1795305351123,"level":30,"turn":"0b8f6c1e-5f0a-4b7e-9d5e-2f1f1c3a9b77","tokens":128345,"url":"https://example.org/a/b?id=99172&x=3.14159","ip":"192.168.12.7","sha":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}',
    tokens: 132,
  },
  {
    name: "Markdown with a table",
    text: "## Report\n\n| name | sheaves | carts |\n| --- | --: | --: |\n| north | 1,204 | 12 |\n| south | 987 | 9 |\n\n- [x] counted\n- [ ] **signed** by the owner\n\n> Two carts are missing.\n",
    tokens: 62,
  },
  {
    name: "emoji and reactions",
    text: "😂😂😂 no way!! 🎉🎉 congrats 👏🏽👏🏽 see you at 🏠 later ❤️🔥",
    tokens: 28,
  },
];
