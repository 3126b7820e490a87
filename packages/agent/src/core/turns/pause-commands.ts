import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import { pauseIn, resumeIn } from "./pause.ts";

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
      async answer(tx, { place, person: by, argument, now }) {
        if (!isWhere(argument)) throw wrongUsage(pause);
        const isNew = await pauseIn(tx, argument === "all" ? null : place, { by, now });
        return inText(
          isNew ? "Paused. What arrives is noted until /resume." : "It was paused already.",
        );
      },
    },
    {
      ...resume,
      async answer(tx, { place, person: { tenant }, argument, now, newId }) {
        if (!isWhere(argument)) throw wrongUsage(resume);
        const where = argument === "all" ? null : place;
        const { wasPaused, noted, answering } = await resumeIn(tx, where, { tenant, now, newId });
        if (!wasPaused) return inText("Nothing was paused.");
        return inText(`${noted} messages came meanwhile; ${answering} are answered.`);
      },
    },
  ];
}

function isWhere(argument: string): boolean {
  return argument === "" || argument === "all";
}
