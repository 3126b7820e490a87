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

/** Tests may name what happens in ordinary words. */
const TESTS = ["**/*.test.ts", "**/test/**", "**/testing/**", "bench/**"];

/** Rows and messages keep the names they had when they were first stored or sent. */
const STORED = ["packages/agent/src/store/sql/**", "packages/agent/src/store/postgres/**"];

/** The API keeps its field names, so its contracts and what translates them use the old word. */
const API = [
  "packages/operations/src/**",
  "packages/agent/src/kernel/public-address.ts",
  "packages/agent/src/features/**",
  "packages/agent/src/core/**/*-operations.ts",
];

export const REPLACED_WORDS: readonly ReplacedWord[] = [
  {
    word: "surface",
    use: "channel",
    names: /\bsurfaces\b|^surface \w|\w surface$/,
    // Commit points and trace attributes keep theirs.
    prose: /(?<![-.])\bsurfaces?\b(?!-)/i,
    allow: [...STORED, ...API, ...TESTS],
  },
  {
    word: "place",
    use: "chat",
    exact:
      /^(?:Place(?!holder)[A-Z]?\w*|placeIn[A-Z]\w*|placeOf[A-Z]\w*|inPlace|ofPlace|byPlace|placeId)$/,
    prose:
      /(?<!\b(?:in|takes?|took|taken|taking|of|at) )\b(?:a|the|this|that|each|every|another|whose|per) place\b(?! (?:of|for|where|in|to|it|they|with|its|the|that|until))/i,
    allow: [
      ...STORED,
      ...API,
      ...TESTS,
      "packages/time/**",
      "packages/agent/src/tools/**",
      "packages/agent/src/integrations/web/**",
      "packages/agent/src/platform/folder/**",
    ],
  },
  {
    word: "parts",
    use: "deps (collaborators) or options (data of one call)",
    exact: /^(?!Reply|Prompt|Body|Message|Text|Date|Multi|Assistant|Worded|Path)[A-Z]\w*Parts$/,
    allow: TESTS,
  },
  {
    word: "bell",
    use: "wakeup",
    names: /\bbells?\b/,
    prose: /\bbells?\b/i,
    allow: ["**/testing/**", TELEGRAM_SERVER],
  },
  {
    word: "held",
    use: "leased; reservation for money",
    exact: /^(?:Held[A-Z]\w*|commitHeld|heldTx)$/,
    allow: [...STORED, ...TESTS],
  },
  {
    word: "hold",
    use: "reserve, reservation",
    exact: /^(?:Hold|holdMoney|holdSpend|releaseHold|\w+Holds?)$/,
    allow: [...STORED, ...TESTS],
  },
  { word: "know*", use: "resolve*, fetch*, findExisting*", names: /^know\b/, allow: TESTS },
  {
    word: "tell*",
    use: "format*, describe*, emit*, post*, notify*, publish*",
    exact: /^tells?[A-Z]\w*$/,
    allow: TESTS,
  },
  {
    word: "keep*",
    use: "save*, run*, sync*, Stored*",
    exact: /^(?:keepOne|keepInStep|Kept[A-Z]\w*|KEPT_MS|KEEP_MS)$/,
    allow: TESTS,
  },
  {
    word: "say*",
    use: "post*, speak*, synthesize*, render*",
    exact: /^(?:say[A-Z]\w*|Say[A-Z]\w*|Saying\w*|SAY_\w+)$/,
    allow: TESTS,
  },
  {
    word: "lay down",
    use: "create, set, save",
    names: /\blay down\b|\blaid down\b/,
    prose: /\blaid down\b|\blays? down\b/i,
    allow: [...STORED, ...TESTS],
  },
  {
    word: "take back",
    use: "revoke, undo, remove, cancel",
    names: /\btake back\b|\btaken back\b|\bput off\b|\bgive up$/,
    texts: /\btak(?:e|es|en|ing) (?:it |them |one )?back\b|\btook (?:it )?back\b/i,
    allow: TESTS,
  },
  { word: "*In(language)", use: "*Texts(language)", exact: /^\w+TextsIn$/ },
  { word: "section", use: "operations", exact: /^(?:create\w+Section|ControlSections?)$/ },
  {
    word: "MOST_*",
    use: "MAX_*, MIN_*",
    exact: /^(?:MOST|LEAST|LONGEST|SHORTEST)(?:_\w+)?$/,
  },
  {
    word: "rest",
    use: "backoff, retry, interval",
    exact: /^(?:REST_MS|AGAIN_MS|restOf|restAfter)$/,
  },
  { word: "judge*", use: "check*, decide*, classify*", names: /\bjudge?ments?\b|^judge \w/ },
  {
    word: "objection",
    use: "denial",
    names: /\bobjections?\b/,
    prose: /\bobjections?\b/i,
    allow: TESTS,
  },
  {
    word: "begin*",
    use: "start*, reset*",
    exact: /^begin(?!Transaction)[A-Z]\w*$|^\w+Anew$/,
    texts: /\banew\b/i,
    allow: [...STORED, ...TESTS],
  },
  {
    word: "Asked, Said, Told as types",
    use: "a noun: *Request, *Output, *Notice",
    exact: /^(?:Asked|Asking|Said|Told|Known|Kept|Heard|Given)$/,
    allow: TESTS,
  },
  {
    word: "vain, tries",
    use: "failedAttempts, attempts",
    names: /\bvain\b/,
    // A field of stored messages.
    allow: [
      ...STORED,
      ...TESTS,
      "packages/agent/src/store/messages/inbox.ts",
      "packages/agent/src/core/**/*attachments*/**",
    ],
  },
  {
    word: "thought",
    use: "step, model response",
    exact: /^(?:Thought|thoughtId|toThought|openThought|\w+Thought)$/,
    allow: TESTS,
  },
  {
    word: "recap",
    use: "summary",
    names: /\brecaps?\b/,
    comments: /\brecaps?\b/i,
    allow: [...STORED, ...TESTS],
  },
  {
    word: "recollect",
    use: "recall",
    names: /\brecollect\b/,
    prose: /\brecollect/i,
    allow: TESTS,
  },
  {
    word: "lesson",
    use: "fact",
    names: /\blessons?\b/,
    comments: /\blessons?\b/i,
    allow: TESTS,
  },
  { word: "bus event", use: "domain event", names: /\bbus event\b/, prose: /\bbus events?\b/i },
  {
    word: "web session",
    use: "browser session",
    names: /\bweb sessions?\b/,
    prose: /\bweb sessions?\b/i,
    allow: STORED,
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
    allow: STORED,
  },
  {
    word: "catalogue",
    use: "catalog",
    names: /\bcatalogue\b/,
    prose: /(?<!\/)\bcatalogues?\b/i,
  },
  {
    word: "British spelling",
    use: "American spelling",
    names:
      /\b(?:summaris|sanitis|normalis|organis|recognis|authoris|serialis|initialis|behaviour|colour|favour|cancell?ation label)/,
    prose:
      /\b(?:summaris|sanitis|normalis|organis|recognis|authoris|serialis|initialis|behaviour|colour|favour)\w*/i,
    // What people say, and the name of a commit point.
    allow: [
      ...TESTS,
      "packages/time/**",
      "**/tools/**",
      "packages/agent/src/store/commit-point.ts",
      "packages/agent/src/core/turns/sessions/summary-work.ts",
    ],
  },
  {
    word: "learnt",
    use: "learned, extracted",
    names: /\blearnt\b/,
    prose: /\blearnt\b/i,
    allow: [...STORED, ...TESTS],
  },
  { word: "for good", use: "permanently", texts: /\bfor good\b/i, allow: TESTS },
  {
    word: "X is over",
    use: "expired, ended, in the past",
    texts: /\b(?:is|are|was) over(?=[.,;:!?"]|$)/im,
    allow: TESTS,
  },
  { word: "something is missing", use: "Missing argument", texts: /\bSomething is missing\b/ },
  { word: "write it like", use: "Usage: or Example:", texts: /\bWrite it like\b/i },
  {
    word: "let in",
    use: "access, admit",
    texts: /\b(?:let|lets) (?:them |him |her |it )?in\b(?! \w+ing)/i,
    allow: TESTS,
  },
  {
    word: "came to",
    use: "result, cost, total",
    texts: /\bwhat \w+(?: \w+)? (?:came|comes|come) to\b/i,
    allow: TESTS,
  },
  {
    word: "nobody is called",
    use: "No person named",
    texts: /\b(?:Nobody|Several people|Nothing) (?:is|are) called\b/,
  },
  {
    word: "is no",
    use: "is not a valid",
    texts: /"\S+" is no (?!longer|more)\w+/,
    allow: [...TESTS, "packages/time/**"],
  },
  {
    word: "whoever, whom",
    use: "name the subject",
    texts: /\b[Ww]hoever\b|^Who(?:m|se)\b/m,
    allow: TESTS,
  },
  {
    word: "docstring starts",
    use: "a verb (functions) or a noun (types)",
    comments: /^\*\s*(?:What|Who|Whose|Whom|Of)\b/,
  },
];
