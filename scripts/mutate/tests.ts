const AGENT = "packages/agent";

/** Unit tests beside the mutated files and what they rest on. */
export const UNIT_TESTS: readonly string[] = [
  `${AGENT}/src/core/**/*.test.ts`,
  `${AGENT}/src/domains/limits.test.ts`,
  `${AGENT}/src/domains/limits/*.test.ts`,
  `${AGENT}/src/store/sqlite/open.test.ts`,
];

/** The stories of the operations and commands in the mutated folders, which have few unit tests. */
export const STORIES: readonly string[] = [
  "agents",
  "answer-an-approval",
  "approval-commands",
  "approve-a-call",
  "attachments",
  "authority-commands",
  "begin-a-session",
  "chat-commands",
  "chat-rules",
  "disable-tools",
  "end-a-session",
  "import-a-transcript",
  "limits",
  "limits-commands",
  "pause",
  "plans",
  "remember-and-explain",
  "see-usage",
  "share-an-approval",
  "speak-aloud",
  "stop-everything",
  "undelivered",
  "wait-for-model",
].map((name) => `${AGENT}/test/${name}.test.ts`);
