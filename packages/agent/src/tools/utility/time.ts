import { type Clock, defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { findTimeZone } from "when-in-words/find-time-zone";
import { type LocalTime, toInstant, toLocalTime } from "when-in-words/local-time";

/** Says what time it is somewhere, or what a time there is elsewhere, with daylight saving as it is on that day. */
export const utilityTime = defineTool({
  name: "utility_time",
  summary:
    "Get the current time in a time zone or city or, with at and to, convert a time from " +
    "one time zone to another. Use it instead of guessing the time or an offset.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  needs: ["clock"],
  utterances: [
    "what time is it in Lisbon?",
    "9 am in New York is when in Berlin?",
    "current time in Tokyo, please",
    "how many hours is Sydney ahead of us?",
    "if the call is at 15:00 UTC, what is that here?",
    "Wie spät ist es in Toronto?",
    "quelle heure est-il à Montréal ?",
    "¿qué hora es en Bogotá?",
    "который час в Токио?",
    "现在伦敦几点？",
    "que horas são em Tóquio?",
    "która godzina w Nowym Jorku",
  ],
  params: z.object({
    timezone: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'The IANA time zone or city, such as "Asia/Tokyo" or "Berlin". Default: the owner\'s ' +
          "time zone.",
      ),
    at: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'A time in this time zone, such as "15:30" (today) or "2026-01-31T15:30". Default: now.',
      ),
    to: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Time zone or city to convert the time to."),
  }),

  async run({ timezone, at, to }, { clock }) {
    const from = timezone === undefined ? clock.timeZone : zoneOf(timezone);
    const instant = at === undefined ? clock.now() : parseTime(at, { from, clock });
    if (to === undefined) return describe(instant, from);
    return { ...describe(instant, zoneOf(to)), from: describe(instant, from) };
  },
});

function describe(instant: number, timezone: string): LocalTime & { readonly timezone: string } {
  return { ...toLocalTime(instant, timezone), timezone };
}

function zoneOf(name: string): string {
  const zone = findTimeZone(name);
  if (zone !== undefined) return zone;
  throw new Fault("invalid", `"${name}" is not a known time zone.`, {
    hint: 'Use an IANA name such as "Europe/Paris", or the largest city nearby.',
  });
}

function parseTime(at: string, { from, clock }: { from: string; clock: Clock }): number {
  const today = toLocalTime(clock.now(), from).date;
  const text = /^\d{1,2}:\d\d$/.test(at) ? `${today}T${at.padStart(5, "0")}` : at.replace(" ", "T");
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(text);
  const [, wall = "", offset] = match ?? [];
  const asUtc = Date.parse(`${wall}Z`);
  if (!Number.isNaN(asUtc) && new Date(asUtc).toISOString().startsWith(wall)) {
    return offset === undefined ? toInstant(asUtc, from) : Date.parse(`${wall}${offset}`);
  }
  throw new Fault("invalid", `"${at}" is not a valid time.`, {
    hint: 'Use a time such as "15:30" or "2026-01-31T15:30".',
  });
}
