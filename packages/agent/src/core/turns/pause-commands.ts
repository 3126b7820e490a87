import { texts } from "../../platform/texts.ts";
import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import { pauseIn, resumeIn } from "./pause.ts";

/** `/pause` and `/resume`, for this chat or all of them. */
export function pauseCommands(): readonly ChatCommand[] {
  const pause = {
    name: "pause",
    usage: "/pause [all]",
    access: "admin",
  } as const;
  const resume = {
    name: "resume",
    usage: "/resume [all]",
    access: "admin",
  } as const;
  return [
    {
      ...pause,
      async answer(tx, { chat, person: by, argument, now, language }) {
        if (!isWhere(argument)) throw wrongUsage(pause, language);
        const isNew = await pauseIn(tx, argument === "all" ? null : chat, { by, now });
        const { paused, wasPaused } = texts(language).pauses;
        return inText(isNew ? paused : wasPaused);
      },
    },
    {
      ...resume,
      async answer(tx, { chat, person: { tenant }, argument, now, newId, language }) {
        if (!isWhere(argument)) throw wrongUsage(resume, language);
        const where = argument === "all" ? null : chat;
        const { wasPaused, noted, answering } = await resumeIn(tx, where, { tenant, now, newId });
        const { wasNotPaused, resumed } = texts(language).pauses;
        return inText(wasPaused ? resumed({ noted, answering }) : wasNotPaused);
      },
    },
  ];
}

function isWhere(argument: string): boolean {
  return argument === "" || argument === "all";
}
