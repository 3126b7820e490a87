/**
 * One form for the inflections of a Russian word. Takes a folded word, in which й is и
 * and ё is е; the Snowball algorithm, its endings folded likewise. Words of other languages
 * in Cyrillic lose endings that look alike, in queries as in texts.
 */
export function stemRussian(word: string): string {
  const region = word.search(VOWEL) + 1;
  if (region === 0 || region >= word.length) return word;
  const ending = dropEnding(word.slice(region)).replace(/и$/, "");
  const plain = ending.replace(DERIVATION, "$1");
  return (
    word.slice(0, region) +
    plain
      .replace(/еише?$/, "")
      .replace(/нн$/, "н")
      .replace(/ь$/, "")
  );
}

const VOWEL = /[аеиоуыэюя]/;

function dropEnding(text: string): string {
  const gerund = text.replace(GERUND, "");
  if (gerund !== text) return gerund;
  const active = text.replace(REFLEXIVE, "");
  for (const ending of [ADJECTIVE, VERB, NOUN]) {
    const bare = active.replace(ending, "");
    if (bare !== active) return ending === ADJECTIVE ? bare.replace(PARTICIPLE, "") : bare;
  }
  return active;
}

const GERUND = /(?:(?<=[ая])(?:вшись|вши|в)|(?:ившись|ывшись|ивши|ывши|ив|ыв))$/;
const REFLEXIVE = /с[яь]$/;
const ADJECTIVE =
  /(?:ими|ыми|его|ого|ему|ому|ее|ие|ые|ое|еи|ии|ыи|ои|ем|им|ым|ом|их|ых|ую|юю|ая|яя|ою|ею)$/;
const PARTICIPLE = /(?:(?<=[ая])(?:ем|нн|вш|ющ|щ)|(?:ивш|ывш|ующ))$/;
const VERB =
  /(?:(?<=[ая])(?:ете|ите|ешь|нно|ла|на|ли|ем|ло|но|ет|ют|ны|ть|и|л|н)|(?:уите|еите|ила|ыла|ена|ите|или|ыли|ило|ыло|ено|ует|уют|ены|ить|ыть|ишь|еи|уи|ил|ыл|им|ым|ен|ят|ит|ыт|ую|ю))$/;
const NOUN =
  /(?:иями|ями|ами|иеи|иях|иям|ием|иею|еи|ев|ов|ие|ье|ии|ои|ям|ем|ам|ом|ах|ях|ию|ью|ия|ья|ею|ою|а|е|и|о|у|ы|ь|ю|я)$/;
const DERIVATION = /([аеиоуыэюя][^аеиоуыэюя]+[аеиоуыэюя].*)ость?$/;
