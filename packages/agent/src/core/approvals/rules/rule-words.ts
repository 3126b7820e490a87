import type { Effect } from "@reeve/sdk";
import type { ChatRule } from "../../../store/turns/chat-rules.ts";

/**
 * How rules begin, in English, German, Spanish, French, Italian, Portuguese and
 * Russian. Sentences are compared folded: lower-case, without accents and signs.
 */
const POLITE =
  "(?:(?:please|from now on|you must|you should|you may|and|bitte|ab jetzt|ab sofort|von nun an|in zukunft|du darfst|du sollst|por favor|a partir de ahora|desde ahora|s il te plait|s il vous plait|desormais|a partir de maintenant|per favore|per piacere|d ora in poi|da ora in poi|a partir de agora|de agora em diante|пожалуиста|с этого момента|отныне|впредь) )*";

const NEVER = new RegExp(
  `^${POLITE}(?:never|do not ever|don t ever|(?:\\S+ )?(?:nie|niemals)|nunca|jamas|no \\S+ nunca|ne \\S+ (?:\\S+ )?jamais|n \\S+ (?:\\S+ )?jamais|jamais|non \\S+ (?:\\S+ )?mai|никогда) `,
);

const ALWAYS = new RegExp(
  `^${POLITE}(?:always|(?:\\S+ )?immer|siempre|(?:\\S+ )?toujours|(?:\\S+ )?sempre|всегда) `,
);

/** A question to the person before the deed, as a request of its own. */
const ASK_FIRST = new RegExp(
  `^${POLITE}(?:always |immer |siempre |toujours |sempre |всегда )?(?:ask me (?:first|before)|ask before|check with me (?:first|before)|frage? mich (?:immer )?(?:zuerst|vorher|erst|bevor)|preguntame (?:siempre )?(?:primero|antes)|consultame (?:siempre )?(?:primero|antes)|demande moi (?:toujours )?(?:d abord|avant)|chiedimi (?:sempre )?(?:prima|il permesso)|pergunte me (?:sempre )?(?:primeiro|antes)|me pergunte (?:sempre )?(?:primeiro|antes)|(?:сначала|сперва) (?:спроси|спрашиваи)|(?:спроси|спрашиваи)(?:те)? (?:меня )?(?:сначала|сперва|прежде|перед))`,
);

/** Words that turn "never" into "ask". */
const UNLESS_ASKED =
  /\b(?:without asking|without my (?:permission|approval|consent|ok|okay)|without checking|unless i|until i|before asking|ohne (?:mich )?(?:vorher )?(?:zu fragen|nachzufragen)|ohne (?:meine|ruckfrage)|sin (?:antes )?(?:preguntar|consultar|mi)|sans (?:me |m )?(?:demander|consulter|mon|ma)|senza (?:chieder|il mio|la mia)|sem (?:me )?(?:perguntar|consultar|a minha|minha|o meu))|(?:без (?:моего |моеи )?(?:спроса|разрешения|согласия|вопроса)|не спросив|не спрашивая)/;

const START = "(?:^| )";

const EFFECTS: readonly (readonly [Effect, RegExp])[] = [
  [
    "destroy",
    new RegExp(
      `${START}(?:delet|remov|eras|wip|discard|losch|entfern|borr|elimin|supprim|effac|cancell|rimuov|apag|exclu|удал|стир|стер)`,
    ),
  ],
  [
    "pay",
    new RegExp(
      `${START}(?:pay|buy|spend|transfer|purchas|bezahl|zahl|kauf|uberweis|pag(?:ues|ar|a|ue|o|are|hi)? |compr|gast|paie|paye|achet|depens|acquist|spende|плат|заплат|покуп|купи|перевод|трат)`,
    ),
  ],
  [
    "exec",
    new RegExp(
      `${START}(?:run (?!out)|execut|shell|ausfuhr|fuhr|ejecut|esegu|выполня|запуска|выполни|запусти)`,
    ),
  ],
  [
    "send",
    new RegExp(
      `${START}(?:send|forward|post |publish|reply|replies|write to|schick|send|versend|verschick|antwort|envi|mand|publi|repond|envoi|envoy|inviar|invii|rispond|respond|отправ|посыл|публик|отвеч|пиши)`,
    ),
  ],
];

/** Categories of tools, as people call them. */
const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ["email", new RegExp(`${START}(?:e ?mails?|mails?|correos?|courriels?|почт|письм)`)],
  ["calendar", new RegExp(`${START}(?:calend|kalender|календар)`)],
  ["github", new RegExp(`${START}github`)],
  ["telegram", new RegExp(`${START}(?:telegram|телеграм)`)],
  ["journal", new RegExp(`${START}(?:journal|журнал)`)],
  ["web", new RegExp(`${START}(?:the web|web search|internet|интернет)`)],
];

/** Finds the rule that a folded sentence states; undefined when it states none. */
export function ruleIn(folded: string): ChatRule["rule"] | undefined {
  if (ASK_FIRST.test(folded)) return "ask";
  if (NEVER.test(folded)) return UNLESS_ASKED.test(folded) ? "ask" : "never";
  return ALWAYS.test(folded) ? "always" : undefined;
}

/** The effect that a folded sentence names first. */
export function effectIn(folded: string): Effect | null {
  const found = EFFECTS.map(([effect, words]) => ({ effect, at: folded.search(words) }));
  const named = found.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at);
  return named[0]?.effect ?? null;
}

/** The category of tools that a folded sentence names. */
export function categoryIn(folded: string): string | null {
  return CATEGORIES.find(([, words]) => words.test(folded))?.[0] ?? null;
}
