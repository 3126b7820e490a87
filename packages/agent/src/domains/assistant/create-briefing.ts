import type { Briefing, DayBriefing } from "@reeve/sdk";
import { toLocalTime } from "../../kernel/local-time.ts";
import { endOfDay, readMoment, startOfDay } from "./moments.ts";
import type { AssistantParts } from "./parts.ts";

/** A day of a person. Instants are Unix milliseconds. */
export interface BriefingDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly from: number;
  /** When the next day begins. */
  readonly to: number;
  readonly now: number;
  readonly timeZone: string;
}

/** What one part of the agent knows of a day, for the person and the call that it was made for. */
export interface BriefingSource {
  readonly title: string;
  /** Empty where there is nothing to tell. */
  lines(day: BriefingDay): Promise<readonly string[]>;
}

/** Puts together what the sources know, in their order. */
export function createBriefing(
  sources: readonly BriefingSource[],
  parts: Omit<AssistantParts, "labels">,
): Briefing {
  return {
    async get({ date: words }) {
      const now = parts.now();
      const timeZone = await parts.timeZone();
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
      const weekday = toLocalTime(day.from, timeZone).weekday;
      const text = toText(`${weekday}, ${day.date}`, sections);
      return { date: day.date, sections, text };
    },
  };
}

function toText(day: string, sections: DayBriefing["sections"]): string {
  if (sections.length === 0) return `${day}: nothing is planned.`;
  const blocks = sections.map(({ title, lines }) =>
    [title, ...lines.map((line) => `- ${line}`)].join("\n"),
  );
  return [day, ...blocks].join("\n\n");
}
