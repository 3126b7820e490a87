import { reminders as operations } from "@reeve/operations/work/reminders";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { formatMoment } from "when-in-words";
import type { Language } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import type { Job } from "../../store/items/jobs.ts";
import { type Zoned, zoneOf } from "../zone-of.ts";

/** More is no list that somebody reads. */
const MAX_ITEMS = 20;

/** `/reminders`: what is still to come, the next one first. In a group, what was set there. */
export function remindersCommand(deps: Zoned): ChatCommand {
  return {
    name: "reminders",
    usage: "/reminders",
    access: "anyone",
    scope: operations.list.scope,
    async answer(tx, { person, chat, now, language }) {
      const whose = chat.kind === "direct" ? { maker: person.id } : { chat: chat.id };
      const pending = await tx.jobs.list({
        tenant: person.tenant,
        ...whose,
        kinds: ["reminder", "watch"],
        states: ["active"],
        limit: MAX_ITEMS + 1,
      });
      const { commands, reminders } = texts(language);
      if (pending.length === 0) return textReply(reminders.none);
      const timeZone = await zoneOf(tx, person, deps);
      const moment = { now, timeZone, locale: language };
      const rows = pending
        .slice(0, MAX_ITEMS)
        .map((job) => `- ${whenOf(job, moment)}: ${job.text}`);
      return textReply(
        [...rows, ...(pending.length > MAX_ITEMS ? [commands.more] : [])].join("\n"),
      );
    },
  };
}

function whenOf(
  { nextAt, schedule }: Job,
  moment: { readonly now: number; readonly timeZone: string; readonly locale: Language },
): string {
  if (nextAt !== null) return formatMoment(nextAt, moment);
  const { later, somebody, onMessage, onMessageAbout } = texts(moment.locale).reminders;
  if (schedule.type !== "watch") return later;
  const { person: who = somebody, words } = schedule;
  return words.length > 0 ? onMessageAbout({ who, words: words.join(" ") }) : onMessage({ who });
}
