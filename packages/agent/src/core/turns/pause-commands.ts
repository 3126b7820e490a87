import { fillIn } from "../../kernel/languages.ts";
import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import { pauseIn, resumeIn } from "./pause.ts";
import { turnCommandTextsIn } from "./turn-command-texts.ts";

/** `/pause` and `/resume`, for this chat or all of them. */
export function pauseCommands(): readonly ChatCommand[] {
  const pause = {
    name: "pause",
    usage: "/pause [all]",
    summary: "answer nothing in this chat, or anywhere; what arrives is noted",
    access: "admin",
  } as const;
  const resume = {
    name: "resume",
    usage: "/resume [all]",
    summary: "go on; the newest message of each direct chat is answered",
    access: "admin",
  } as const;
  return [
    {
      ...pause,
      async answer(tx, { place, person: by, argument, now, language }) {
        if (!isWhere(argument)) throw wrongUsage(pause, language);
        const isNew = await pauseIn(tx, argument === "all" ? null : place, { by, now });
        const { paused, wasPaused } = turnCommandTextsIn(language);
        return inText(isNew ? paused : wasPaused);
      },
    },
    {
      ...resume,
      async answer(tx, { place, person: { tenant }, argument, now, newId, language }) {
        if (!isWhere(argument)) throw wrongUsage(resume, language);
        const where = argument === "all" ? null : place;
        const { wasPaused, noted, answering } = await resumeIn(tx, where, { tenant, now, newId });
        const { wasNotPaused, resumed } = turnCommandTextsIn(language);
        return inText(wasPaused ? fillIn(resumed, { noted, answering }) : wasNotPaused);
      },
    },
  ];
}

function isWhere(argument: string): boolean {
  return argument === "" || argument === "all";
}
