import { pauses } from "@reeve/operations/agent/pauses";
import { texts } from "../../../platform/texts.ts";
import { type ChatCommand, textReply, usageFault } from "../../commands.ts";
import { pauseIn, resumeIn } from "../pause.ts";

/** `/pause` and `/resume`, for this chat or all of them. */
export function pauseCommands(): readonly ChatCommand[] {
  const pause = {
    name: "pause",
    usage: "/pause [all]",
    access: "admin",
    scope: pauses.start.scope,
  } as const;
  const resume = {
    name: "resume",
    usage: "/resume [all]",
    access: "admin",
    scope: pauses.end.scope,
  } as const;
  return [
    {
      ...pause,
      async answer(tx, { chat, person: by, argument, now, language }) {
        if (!isWhere(argument)) throw usageFault(pause, language);
        const isNew = await pauseIn(tx, argument === "all" ? null : chat, { by, now });
        const { paused, wasPaused } = texts(language).pauses;
        return textReply(isNew ? paused : wasPaused);
      },
    },
    {
      ...resume,
      async answer(tx, { chat, person: { tenant }, argument, now, newId, language }) {
        if (!isWhere(argument)) throw usageFault(resume, language);
        const where = argument === "all" ? null : chat;
        const { wasPaused, noted, answering } = await resumeIn(tx, where, { tenant, now, newId });
        const { wasNotPaused, resumed } = texts(language).pauses;
        return textReply(wasPaused ? resumed({ noted, answering }) : wasNotPaused);
      },
    },
  ];
}

function isWhere(argument: string): boolean {
  return argument === "" || argument === "all";
}
