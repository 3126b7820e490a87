import type { Language } from "../../kernel/languages.ts";
import { PLACE_MODES, type Place } from "../../store/places.ts";
import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import type { Reply } from "../../kernel/reply.ts";
import { texts } from "../../platform/texts.ts";

/** The most steps that a turn may be given. */
const MOST_STEPS = 50;

/** `/loop` and `/mode`: how a chat is answered. */
export function placeCommands(): readonly ChatCommand[] {
  const loop = {
    name: "loop",
    usage: `/loop [1-${MOST_STEPS}]`,
    access: "admin",
  } as const;
  const mode = {
    name: "mode",
    usage: `/mode [${PLACE_MODES.join("|")}]`,
    access: "admin",
  } as const;
  return [
    {
      ...loop,
      async answer(tx, { place, argument, language }) {
        if (argument === "") return tell(place, language);
        const maxSteps = Number(argument);
        if (!/^\d+$/.test(argument) || maxSteps < 1 || maxSteps > MOST_STEPS)
          throw wrongUsage(loop, language);
        await tx.places.configure(place.id, { maxSteps });
        return tell({ ...place, maxSteps }, language);
      },
    },
    {
      ...mode,
      async answer(tx, { place, argument, language }) {
        if (argument === "") return tell(place, language);
        const chosen = PLACE_MODES.find((one) => one === argument);
        if (!chosen) throw wrongUsage(mode, language);
        await tx.places.configure(place.id, { mode: chosen });
        return tell({ ...place, mode: chosen }, language);
      },
    },
  ];
}

function tell(
  { mode, maxSteps: steps }: Pick<Place, "mode" | "maxSteps">,
  language: Language,
): readonly Reply[] {
  return inText(texts(language).chats.settings({ mode, steps }));
}
