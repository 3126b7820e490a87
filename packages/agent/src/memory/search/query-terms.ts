import { indexTerms } from "../../kernel/text/index-terms.ts";

/** Maximum number of terms: a longer query is a text, and the rest of its words add little. */
const MAX_TERMS = 32;

/** Maximum number of characters of a text used as a query. */
export const MAX_QUERY_CHARS = 8000;

/**
 * Returns the terms to look for, each once: words that every text has are left out, unless there are no
 * others.
 */
export function queryTerms(text: string): readonly string[] {
  const terms = new Set(indexTerms(text.slice(0, MAX_QUERY_CHARS)));
  const telling = terms.difference(common());
  return [...(telling.size > 0 ? telling : terms)].slice(0, MAX_TERMS);
}

let compiled: ReadonlySet<string> | undefined;

function common(): ReadonlySet<string> {
  compiled ??= new Set(indexTerms(COMMON));
  return compiled;
}

/** Stop words of each language that mean nothing in the others: "die" and "war" are also English words. */
const COMMON = `
a about am an and any are as at be been being but by can could did do does doing done for from had has
have having he her hers him his how i if in into is it its just me my of on or our ours she should so some
than that the their theirs them then there these they this those to too us was we were what when where
which while who whom whose why will with would you your yours
и в во не на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему
теперь когда даже ну ли если или быть был него до вас опять уж вам ведь там потом себя ей они тут где есть
для мы тебя их чем была сам чтоб без чего себе под будет кто этот того потому этого какой ним здесь этом
мой тем чтобы нее сейчас были куда зачем всех при наконец об хотя что это
der das den dem des ein eine einen einem einer eines und oder aber nicht ist sind waren wird werden wurde
haben hatte ich du er sie wir ihr mich mir dich dir uns euch mein meine dein deine sein seine mit auf von zu
zum zur im ins für über unter bei nach aus wie wo wer wann warum welche welcher welches dass wenn
el la los las un una unos unas y o pero del al en por para con sin que qué se su sus mi mis tu tus yo él
ella nosotros ellos es son era fue está están hay cuando cuándo donde dónde quién cómo cuál le lo
le les une des du et ou mais dans sur pour par avec sans que qui quoi ce cette ces se sa ses son ma mes ta
tes je tu il elle nous vous ils elles est sont était a été quand où comment pourquoi quel quelle au aux
il gli una uno e ma nel nella sul per che chi di da si suo sua mio mia io lui lei noi voi loro sono era ha
quando dove come perché quale della dei delle
os as um uma e mas no na nos nas por para com sem que se seu sua meu minha eu ele ela nós eles é são foi
quando onde como quem qual do da dos das ao
`;
