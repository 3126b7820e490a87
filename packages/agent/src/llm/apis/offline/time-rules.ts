import { isRecord } from "../../../kernel/text/json.ts";
import { describe, fieldOf } from "./read-value.ts";
import type { Rule } from "./rule.ts";
import { call, type Found, answerWith } from "./step.ts";
import { findTimeZone } from "./time-zone.ts";

const AT = String.raw`(?<at>(?:noon|midnight|\d{1,2}(?::\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.|o'clock)?))`;

/** The time, the date, and what a time in one place is in another. */
export const timeRules: readonly Rule[] = [
  {
    patterns: [
      /^(?:what(?:'s| is)|tell me|do you know|give me|show(?: me)?)? ?(?:the )?(?:current )?(?:time|date)(?: and (?:the )?(?:time|date))?(?: is it| now| right now| today)*(?: (?:in|at|for) (?<place>.+?))?(?: now| right now| today)*$/i,
      /^what (?:time|date|day) is it(?: now| right now| today)*(?: (?:in|at) (?<place>.+?))?(?: now| right now| today)*$/i,
      /^what(?:'s| is) (?:the )?(?:time|date|day)(?: today| now| right now)*(?: (?:in|at) (?<place>.+?))?(?: now| right now| today)*$/i,
      /^(?:what|which) (?:day|date) (?:is|of the week is) (?:it|today)(?: today)?$/i,
      /^what(?:'s| is) today(?:'s date)?$/i,
      /^how late is it(?: in (?<place>.+))?$/i,
    ],
    answer: (match) => {
      const place = match("place");
      if (place === "")
        return call({ name: "utility_time", args: {} }, (found) => answerWith(now("", found)));
      const timezone = findTimeZone(place);
      if (timezone === undefined) return answerWith(unknownPlace(place));
      return call({ name: "utility_time", args: { timezone } }, (found) =>
        answerWith(now(place, found)),
      );
    },
  },
  {
    patterns: [
      new RegExp(
        String.raw`^(?:convert |what(?:'s| is) )?${AT} (?:in )?(?<from>[\p{L}/_ ]+?)(?: time)? (?:to|in|into) (?<to>[\p{L}/_ ]+?)(?: time)?$`,
        "iu",
      ),
      new RegExp(
        String.raw`^what time is it in (?<to>[\p{L}/_ ]+?) (?:when it(?:'s| is)|at) ${AT} (?:in )?(?<from>[\p{L}/_ ]+?)$`,
        "iu",
      ),
    ],
    answer: (match) => {
      const at = readTime(match("at"));
      if (at === undefined) return undefined;
      const [from, to] = [match("from"), match("to")];
      const [timezone, target] = [findTimeZone(from), findTimeZone(to)];
      if (timezone === undefined && target === undefined) return undefined;
      if (timezone === undefined) return answerWith(unknownPlace(from));
      if (target === undefined) return answerWith(unknownPlace(to));
      const args = { timezone, at, to: target };
      return call({ name: "utility_time", args }, (found) =>
        answerWith(`${at} in ${from} is ${timeIn(found, ["to", "converted", "result"])} in ${to}.`),
      );
    },
  },
];

function unknownPlace(place: string): string {
  return `I do not know the time zone of ${place}. Name a big city or a zone such as Europe/Berlin.`;
}

function now(place: string, found: Found): string {
  const time = timeIn(found, []);
  return place ? `In ${place} it is ${time}.` : `It is ${time}.`;
}

/** The time in a result: under one of `keys`, under the usual names, or all that it says. */
function timeIn(found: Found, keys: readonly string[]): string {
  const { value } = found;
  if (!isRecord(value)) return describe(found);
  const held = keys.map((key) => value[key]).find((field) => field !== undefined);
  if (isRecord(held)) return timeIn({ text: JSON.stringify(held), value: held }, []);
  if (typeof held === "string") return held;

  const date = fieldOf(value, "date");
  const time = fieldOf(value, "time") ?? fieldOf(value, "local") ?? fieldOf(value, "now");
  const day = fieldOf(value, "weekday") ?? fieldOf(value, "day");
  const parts = [day, date, time].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : describe(found);
}

/** "3pm" → "15:00" */
function readTime(text: string): string | undefined {
  const word = text.toLowerCase().trim();
  if (word === "noon") return "12:00";
  if (word === "midnight") return "00:00";
  const found = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?$/.exec(word);
  if (!found || (found[2] === undefined && found[3] === undefined)) return undefined;
  const half = found[3]?.replaceAll(".", "");
  const isTwelveHours = half === "am" || half === "pm";
  const hour = isTwelveHours
    ? (Number(found[1]) % 12) + Number(half === "pm") * 12
    : Number(found[1]);
  if (hour > 23 || Number(found[2] ?? 0) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${found[2] ?? "00"}`;
}
