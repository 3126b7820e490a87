import { Fault } from "@reeve/sdk";
import { indexTerms } from "../../kernel/text/index-terms.ts";
import type { JobSchedule } from "../../store/items/jobs.ts";
import type { ReminderCondition } from "./reminders.ts";

/** Somebody who writes three times about the flat is told of once. */
const COOLDOWN_MS = 6 * 3_600_000;
const LASTS_MS = 90 * 86_400_000;

/** The message that a reminder waits for: whose, and which words it holds, whatever their endings. */
export function readCondition(
  { person, about }: ReminderCondition,
  now: number,
): Extract<JobSchedule, { readonly type: "watch" }> {
  const words = (about.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (word) => !FILLERS.has(word.toLowerCase()) && indexTerms(word).length > 0,
  );
  if (words.length === 0)
    throw new Fault("invalid", `"${about}" contains no words that can identify a message.`, {
      hint: 'Use words that the message will contain, such as "flat".',
    });
  const whose = person?.trim().replace(/^@/, "");
  return {
    type: "watch",
    ...(whose && { person: whose }),
    words,
    cooldownMs: COOLDOWN_MS,
    until: now + LASTS_MS,
  };
}

/** They stand in any message, or in none that says the same. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    "a an the of about on in at to for my your our his her their it is and or " +
    "der die das den dem des ein eine einen einem über von für und mein meine " +
    "le la les un une des du de sur pour et mon ma mes " +
    "el los las una unos sobre para y mi mis о об про на для и мой моя мою"
  ).split(" "),
);
