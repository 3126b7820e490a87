/** A family of words that docs/glossary.md replaces. */
export interface ReplacedWord {
  /** Key in `enabled.json`. */
  readonly word: string;
  readonly use: string;
  /** Matched with each name, split into lower-case words: `sayInPlace` is "say in place". */
  readonly names?: RegExp;
  /** Matched with each name as it is written. */
  readonly exact?: RegExp;
  /** Matched with comments, texts and documentation. */
  readonly prose?: RegExp;
  /** Matched with comments alone. */
  readonly comments?: RegExp;
  /** Matched with what people read: texts and documentation, not comments. */
  readonly texts?: RegExp;
  /** Files in which the word means something else, or belongs to somebody else. */
  readonly allow?: readonly string[];
}

/** Files that nothing is refused in: they list the words, or quote the past. */
export const EXEMPT: readonly string[] = [
  "CHANGELOG.md",
  "docs/glossary.md",
  "docs/reference/**",
  "scripts/words/**",
  "scripts/check-words.test.ts",
  "**/*.gen.ts",
  "**/node_modules/**",
];

const TELEGRAM_SERVER = "packages/agent/test/telegram-server/**";

export const REPLACED_WORDS: readonly ReplacedWord[] = [
  {
    word: "surface",
    use: "channel",
    names: /\bsurfaces?\b/,
    prose: /\bsurfaces?\b/i,
    allow: ["**/migrations.ts", "**/tables.ts"],
  },
  {
    word: "place",
    use: "chat",
    names: /\bplaces?\b(?! holder)/,
    prose:
      /(?<!\b(?:in|takes?|took|taken|taking|of) )\b(?:a|the|this|that|each|every|its|another|whose|per) place(?:'s)?\b(?! (?:of|for|where|in|to|it|they|with|its))/i,
  },
  {
    word: "parts",
    use: "deps (collaborators) or options (data of one call)",
    names:
      /^(?:parts|(?!reply|prompt|body|message|text|date|uncommon|multi|shared|other|of ).* parts)$/,
  },
  {
    word: "bell",
    use: "wakeup",
    names: /\bbells?\b|^ring\b/,
    prose: /\b(?:rings|bell|bells)\b/i,
    allow: ["**/domains/time/**", "**/testing/**", TELEGRAM_SERVER],
  },
  { word: "held", use: "leased; reservation for money", names: /\bheld\b/ },
  { word: "hold", use: "reserve, reservation", names: /^hold\b|\bholds?$/ },
  { word: "know*", use: "resolve*, fetch*, findExisting*", names: /^know\b/ },
  { word: "tell*", use: "format*, describe*, emit*, post*, notify*, publish*", names: /^tells?\b/ },
  {
    word: "keep*",
    use: "save*, run*, sync*, Stored*",
    names: /^(?:keep|kept)\b(?!(?: results| alive)$)/,
  },
  { word: "say*", use: "post*, speak*, synthesize*, render*", names: /^(?:say|saying|sayings)\b/ },
  {
    word: "lay down",
    use: "create, set, save",
    names: /\blay down\b|\blaid down\b/,
    prose: /\blaid down\b|\blays? down\b/i,
  },
  {
    word: "take back",
    use: "revoke, undo, remove, cancel",
    names: /\btake back\b|\btaken back\b|\bput off\b|\bgive up\b/,
    texts: /\btak(?:e|es|en|ing) (?:it |them |one )?back\b|\btook (?:it )?back\b/i,
  },
  { word: "*In(language)", use: "*Texts(language)", names: /\btexts in$/ },
  { word: "section", use: "operations", names: /\bsections?$/ },
  { word: "MOST_*", use: "MAX_*, MIN_*", names: /^(?:most|least|longest|shortest)\b/ },
  {
    word: "rest",
    use: "backoff, retry, interval",
    names: /^rest ms$|^again ms$|^rest (?:of|after)$/,
  },
  { word: "judge*", use: "check*, decide*, classify*", names: /\bjudge\b|\bjudge?ment\b/ },
  { word: "objection", use: "denial", names: /\bobjections?\b/, prose: /\bobjections?\b/i },
  { word: "begin*", use: "start*, reset*", names: /^begin\b|\banew$/, texts: /\banew\b/i },
  {
    word: "Asked, Said, Told as types",
    use: "a noun: *Request, *Output, *Notice",
    exact: /^(?:Asked|Asking|Said|Told|Known|Kept|Heard|Given)$/,
  },
  { word: "vain, tries", use: "failedAttempts, attempts", names: /\bvain\b|^tries$/ },
  { word: "thought", use: "step, model response", names: /\bthoughts?\b/, prose: /\bthoughts?\b/i },
  { word: "recap", use: "summary", names: /\brecaps?\b/, prose: /\brecaps?\b/i },
  { word: "recollect", use: "recall", names: /\brecollect\b/, prose: /\brecollect/i },
  { word: "lesson", use: "fact", names: /\blessons?\b/, prose: /\blessons?\b/i },
  { word: "bus event", use: "domain event", names: /\bbus event\b/, prose: /\bbus events?\b/i },
  {
    word: "web session",
    use: "browser session",
    names: /\bweb sessions?\b/,
    prose: /\bweb sessions?\b/i,
  },
  {
    word: "control method",
    use: "operation",
    names: /\bcontrol (?:method|section)\b/,
    prose: /\bcontrol methods?\b/i,
  },
  { word: "front desk", use: "agent proxy", names: /\bfront desk\b/, prose: /\bfront desk\b/i },
  {
    word: "kept answer",
    use: "idempotent response",
    names: /\bkept answers?\b/,
    prose: /\bkept answers?\b/i,
  },
  { word: "catalogue", use: "catalog", names: /\bcatalogue\b/, prose: /\bcatalogues?\b/i },
  {
    word: "British spelling",
    use: "American spelling",
    names:
      /\b(?:summaris|sanitis|normalis|organis|recognis|authoris|serialis|initialis|behaviour|colour|favour|cancell?ation label)/,
    prose:
      /\b(?:summaris|sanitis|normalis|organis|recognis|authoris|serialis|initialis|behaviour|colour|favour)\w*/i,
    allow: ["**/domains/time/**", TELEGRAM_SERVER],
  },
  {
    word: "learnt",
    use: "learned, extracted",
    names: /\blearnt\b/,
    prose: /\blearnt\b/i,
  },
  { word: "for good", use: "permanently", texts: /\bfor good\b/i },
  {
    word: "X is over",
    use: "expired, ended, in the past",
    texts: /\b(?:is|are|was) over(?=[.,;:!?"]|$)/im,
  },
  { word: "something is missing", use: "Missing argument", texts: /\bSomething is missing\b/ },
  { word: "write it like", use: "Usage: or Example:", texts: /\bWrite it like\b/i },
  {
    word: "let in",
    use: "access, admit",
    texts: /\b(?:let|lets) (?:them |him |her |it )?in\b(?! \w+ing)/i,
  },
  {
    word: "came to",
    use: "result, cost, total",
    texts: /\bwhat \w+(?: \w+)? (?:came|comes|come) to\b/i,
  },
  {
    word: "nobody is called",
    use: "No person named",
    texts: /\b(?:Nobody|Several people|Nothing) (?:is|are) called\b/,
  },
  { word: "is no", use: "is not a valid", texts: /"\S+" is no (?!longer|more)\w+/ },
  { word: "whoever, whom", use: "name the subject", texts: /\b[Ww]hoever\b|^Who(?:m|se)\b/m },
  {
    word: "docstring starts",
    use: "a verb (functions) or a noun (types)",
    comments: /^\*\s*(?:What|Who|Whose|Whom|Of)\b/,
  },
];
