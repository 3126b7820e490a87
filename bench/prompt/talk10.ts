import type { ScriptedTurn } from "./run-talk.ts";

/** Ten ordinary turns of one person: a greeting, small talk, a note, a reminder and a question to the web. */
export const TALK: readonly ScriptedTurn[] = [
  ["hello", [{ text: "Hello Alex! What can I do for you?" }]],
  [
    "how are you today? I slept badly",
    [{ text: "All well here. Sorry about the night; shall we keep the day light?" }],
  ],
  [
    "please note that the spare key is with Mrs. Berger on the second floor",
    [
      {
        tool: "note_create",
        input: { text: "The spare key is with Mrs. Berger on the second floor." },
      },
      { text: "Noted: the spare key is with Mrs. Berger, second floor." },
    ],
  ],
  [
    "remind me tomorrow at 9 to call the dentist",
    [
      {
        tool: "reminder_create",
        input: { text: "call the dentist", at: "2026-02-21T09:00+00:00" },
      },
      { text: "I'll remind you tomorrow, 21 February, at 09:00 (UTC) to call the dentist." },
    ],
  ],
  ["where did I say the spare key is?", [{ text: "With Mrs. Berger on the second floor." }]],
  [
    "what would be a nice way to thank her for keeping it?",
    [{ text: "A small plant or good chocolate with a handwritten card. Keep it under 20 euros." }],
  ],
  ["thanks!", [{ text: "Any time." }]],
  [
    "look up on the web when the botanical garden in Vienna is open on Sunday",
    [
      { tool: "web_search", input: { query: "botanical garden Vienna opening hours Sunday" } },
      { text: "On Sundays it is open from 10:00 to 17:00 (example.org/0)." },
    ],
  ],
  ["and what does a ticket cost?", [{ text: "9 euros, according to the same page." }]],
  [
    "perfect, I'll go there with Anna. that's all for today",
    [{ text: "Enjoy the garden, and say hello to Anna. Good night!" }],
  ],
];
