import { tasks as operations } from "@reeve/operations/work/tasks";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { formatMoment } from "when-in-words";
import type { Language } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import type { StoredTask } from "../../store/items/tasks.ts";
import { type Zoned, zoneOf } from "../zone-of.ts";

/** More is no list that somebody reads. */
const MAX_ITEMS = 20;

/** `/tasks`: what is open, what is due first at the beginning. */
export function tasksCommand(deps: Zoned): ChatCommand {
  return {
    name: "tasks",
    usage: "/tasks",
    access: "anyone",
    scope: operations.list.scope,
    where: "direct",
    async answer(tx, { person, now, language }) {
      const owner = { tenant: person.tenant, person: person.id };
      const open = await tx.tasks.list(owner, { status: "todo", limit: MAX_ITEMS + 1 });
      const { commands, tasks } = texts(language);
      if (open.length === 0) return textReply(tasks.none);
      const timeZone = await zoneOf(tx, person, deps);
      const moment = { now, timeZone, locale: language };
      const rows = open.slice(0, MAX_ITEMS).map((task) => rowOf(task, moment));
      return textReply([...rows, ...(open.length > MAX_ITEMS ? [commands.more] : [])].join("\n"));
    },
  };
}

function rowOf({ title, due, priority, project }: StoredTask, at: Moment): string {
  const details = [
    ...(due ? [dueIn(due, at)] : []),
    ...(priority === "high" ? [texts(at.locale).tasks.urgent] : []),
    ...(project === null ? [] : [project]),
  ];
  return `- ${title}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
}

interface Moment {
  readonly now: number;
  readonly timeZone: string;
  readonly locale: Language;
}

function dueIn({ at, isDateOnly }: NonNullable<StoredTask["due"]>, moment: Moment): string {
  return formatMoment(at, { ...moment, isDateOnly });
}
