import type { Language } from "../../kernel/languages.ts";
import { toLocalTime } from "when-in-words/local-time";
import { texts } from "../../platform/texts.ts";
import { formatDay } from "when-in-words";
import { endOfDay, readMoment, startOfDay } from "../moments.ts";
import type { ItemDeps } from "../item-deps.ts";
import type { Briefing, DayBriefing } from "./briefing.ts";

/** A day in a person's time zone. Instants are Unix milliseconds. */
export interface BriefingDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly from: number;
  /** Beginning of the next day. */
  readonly to: number;
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Part of a briefing: one kind of data about a day, for the person and call that it was created
 * for.
 */
export interface BriefingSource {
  readonly title: string;
  /** Returns the lines of a day; empty if there are none. */
  lines(day: BriefingDay): Promise<readonly string[]>;
}

export interface BriefingDeps extends Omit<ItemDeps, "labels"> {
  /** Language of the texts. Default: English with numeric dates, as models read it. */
  readonly language?: Language | undefined;
}

/** Creates the briefing service, which joins the lines of the sources in order. */
export function createBriefing(sources: readonly BriefingSource[], deps: BriefingDeps): Briefing {
  return {
    async get({ date: words }) {
      const now = deps.now();
      const timeZone = await deps.timeZone();
      const at = words === undefined ? now : readMoment(words, { now, timeZone }).at;
      const day: BriefingDay = {
        date: toLocalTime(at, timeZone).date,
        from: startOfDay(at, timeZone),
        to: endOfDay(at, timeZone),
        now,
        timeZone,
      };
      const sections: DayBriefing["sections"][number][] = [];
      for (const source of sources) {
        const lines = await source.lines(day);
        if (lines.length > 0) sections.push({ title: source.title, lines });
      }
      return { date: day.date, sections, text: toText(day, sections, deps) };
    },
  };
}

function toText(
  { date, from, timeZone }: BriefingDay,
  sections: DayBriefing["sections"],
  { language }: BriefingDeps,
): string {
  const day =
    language === undefined
      ? `${toLocalTime(from, timeZone).weekday}, ${date}`
      : formatDay(from, { timeZone, locale: language });
  if (sections.length === 0) return texts(language).briefing.nothing({ day });
  const blocks = sections.map(({ title, lines }) =>
    [title, ...lines.map((line) => `- ${line}`)].join("\n"),
  );
  return [day, ...blocks].join("\n\n");
}
