import { inOrder, type Words } from "../read/mark.ts";

const ONES =
  "null eins|ein|eine|einen|einem|einer zwei|zwo drei vier fünf|fuenf sechs sieben acht neun zehn elf zwölf|zwoelf dreizehn vierzehn fünfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const TENS = "zwanzig dreißig|dreissig vierzig fünfzig|fuenfzig".split(" ");
const JOINED = "ein zwei drei vier fünf sechs sieben acht neun".split(" ");
const ORDINALS =
  "erst zweit dritt viert fünft sechst siebt|siebent acht neunt zehnt elft zwölft".split(" ");
const WEEKDAYS = "sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend".split(" ");
const PARTS = [
  ["früh|frueh|in der früh|in der frühe", "morning"],
  ["vormittag|vormittags|am vormittag", "forenoon"],
  ["mittag|mittags|am mittag|zu mittag", "noon"],
  ["nachmittag|nachmittags|am nachmittag", "afternoon"],
  ["abend|abends|am abend", "evening"],
  ["nacht|nachts|in der nacht", "night"],
] as const;

/** How moments and recurrences are worded in German. */
export const german: Words = {
  language: "de",
  ordinalEnding: "\\.(?!\\d)",
  phrases: [
    ...inOrder(ONES, (number) => ({ number })),
    ...TENS.flatMap((ten, place) => [
      [ten, { number: place * 10 + 20 }] as const,
      ...JOINED.map(
        (one, index) =>
          [
            ten
              .split("|")
              .map((form) => `${one}und${form}`)
              .join("|"),
            { number: place * 10 + 21 + index },
          ] as const,
      ),
    ]),
    ...inOrder(
      ORDINALS.map((stems) =>
        stems
          .split("|")
          .flatMap((stem) => [`${stem}e`, `${stem}en`, `${stem}er`, `${stem}es`])
          .join("|"),
      ),
      (place) => ({ ordinal: place + 1 }),
    ),
    ["anderthalb|eineinhalb", { number: 1.5 }],
    ["zweieinhalb", { number: 2.5 }],
    ["ein paar", { number: 2, isWeak: true }],
    [
      "halbe stunde|halben stunde|eine halbe stunde|einer halben stunde",
      { length: { count: 30, unit: "minute" } },
    ],
    [
      "viertelstunde|eine viertelstunde|einer viertelstunde|viertel stunde",
      { length: { count: 15, unit: "minute" } },
    ],
    [
      "dreiviertelstunde|eine dreiviertelstunde|einer dreiviertelstunde",
      { length: { count: 45, unit: "minute" } },
    ],
    [
      "halbes jahr|halben jahr|ein halbes jahr|einem halben jahr",
      { length: { count: 6, unit: "month" } },
    ],
    ["heute|heut", { day: 0 }],
    ["jetzt|sofort", { length: { count: 0, unit: "second" }, roles: ["in"], isWeak: true }],
    ["morgen", { day: 1, part: "morning" }],
    ["übermorgen|uebermorgen", { day: 2 }],
    ["gestern", { day: -1 }],
    ["vorgestern", { day: -2 }],
    ["morgens|am morgen", { part: "morning" }],
    ["heute früh|heute frueh|heute morgen", { day: 0, part: "morning" }],
    ...PARTS.map(([phrases, part]) => [phrases, { part }] as const),
    ["mitternacht", { part: "midnight" }],
    ["feierabend|ende des tages", { part: "close" }],
    ...inOrder(WEEKDAYS, (weekday) => ({ weekday })),
    ...WEEKDAYS.flatMap((days, weekday) =>
      days.split("|").flatMap((day) => [
        [`${day}s`, { weekday, every: { count: 1, unit: "week" } }] as const,
        ...(
          [
            ["früh|morgen", "morning"],
            ["vormittag", "forenoon"],
            ["mittag", "noon"],
            ["nachmittag", "afternoon"],
            ["abend", "evening"],
            ["nacht", "night"],
          ] as const
        ).map(
          ([ends, part]) =>
            [
              ends
                .split("|")
                .map((end) => `${day}${end}`)
                .join("|"),
              { weekday, part },
            ] as const,
        ),
      ]),
    ),
    ...inOrder(["so", "mo", "di", "mi", "do", "fr", "sa"], (weekday) => ({
      weekday,
      isWeak: true,
    })),
    ...inOrder(
      [
        "januar|jänner|jan",
        "februar|feber|feb",
        "märz|maerz|mär|mrz",
        "april|apr",
        "mai",
        "juni|jun",
        "juli|jul",
        "august|aug",
        "september|sep|sept",
        "oktober|okt",
        "november|nov",
        "dezember|dez",
      ],
      (month) => ({ month }),
    ),
    ["sekunde|sekunden|sek|s", { unit: "second" }],
    ["minute|minuten|min|m", { unit: "minute" }],
    ["stunde|stunden|std", { unit: "hour" }],
    ["h", { unit: "hour", roles: ["hour"], isExact: true }],
    ["tag|tage|tagen|tages|d", { unit: "day" }],
    ["woche|wochen", { unit: "week" }],
    ["wochenende|wochenendes", { unit: "weekend" }],
    ["monat|monate|monaten|monats", { unit: "month" }],
    ["quartal|quartals|vierteljahr", { unit: "quarter" }],
    ["jahr|jahre|jahren|jahres", { unit: "year" }],
    ["in|binnen", { roles: ["in", "filler"] }],
    ["vor", { roles: ["ago", "to"] }],
    ["nach", { roles: ["past", "in"] }],
    ["später|ab jetzt|von jetzt an|ab heute", { roles: ["later"] }],
    ["um|gegen|ab|bis|kurz nach", { roles: ["at", "filler"] }],
    ["am|den|dem", { roles: ["on", "filler"] }],
    ["der|die|das|des|im|von|pünktlich|punkt|genau", { roles: ["filler"] }],
    ["zum|bis zum|vom|ab dem", { roles: ["on", "filler"] }],
    ["und|sowie", { roles: ["and"] }],
    ["oder", { roles: ["or"] }],
    ["uhr", { roles: ["hour"], isExact: true }],
    ["halb", { shortOf: 30 }],
    ["dreiviertel|drei viertel", { shortOf: 45 }],
    ["viertel", { minutes: 15 }],
    ["letzten|letzte|letzter|letztes|vorigen|vorige|vergangenen|vergangene", { which: "last" }],
    ["diesen|diese|dieser|dieses|diesem", { which: "this" }],
    ["kommenden|kommende|kommender|kommendes|kommendem", { which: "coming" }],
    ["nächsten|nächste|nächster|nächstes|nächstem|naechsten|naechste", { which: "next" }],
    ["übernächsten|übernächste|übernächster|übernächstes", { which: "after-next" }],
    ["anfang|beginn|zu beginn", { edge: "start" }],
    ["mitte", { edge: "middle" }],
    ["ende|zum ende|am ende", { edge: "end" }],
    ["monatsende|zum monatsende|ultimo", { edge: "end", unit: "month" }],
    ["monatsanfang", { edge: "start", unit: "month" }],
    ["jahresende", { edge: "end", unit: "year" }],
    ["wochenanfang", { edge: "start", unit: "week" }],
    [
      "jeden|jede|jeder|jedes|jedem|alle|aller|einmal pro|einmal im|einmal in der|pro",
      { roles: ["every"] },
    ],
    ["jeden zweiten|jede zweite|jedes zweite", { roles: ["every", "other"] }],
    ["stündlich", { every: { count: 1, unit: "hour" } }],
    ["täglich|taeglich", { every: { count: 1, unit: "day" } }],
    ["wöchentlich", { every: { count: 1, unit: "week" } }],
    ["zweiwöchentlich|vierzehntägig", { every: { count: 2, unit: "week" } }],
    ["monatlich", { every: { count: 1, unit: "month" } }],
    ["vierteljährlich", { every: { count: 3, unit: "month" } }],
    ["jährlich", { every: { count: 1, unit: "year" } }],
    ["werktag|arbeitstag|wochentag", { roles: ["workdays"] }],
    [
      "werktags|an werktagen|wochentags|unter der woche|montag bis freitag|montags bis freitags|mo fr",
      { roles: ["workdays"], every: { count: 1, unit: "week" } },
    ],
    [
      "am wochenende jeweils|an wochenenden|wochenenden",
      { unit: "weekend", every: { count: 1, unit: "week" } },
    ],
  ],
};
