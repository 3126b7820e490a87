import { sessions } from "@reeve/operations/work/sessions";
import { texts } from "../../../platform/texts.ts";
import { type ChatCommand, textReply } from "../../commands.ts";
import type { RunningTurns } from "../../running-turns.ts";
import { resetSession } from "../sessions/reset-session.ts";
import type { TurnDeps } from "../deps.ts";
import { stopIn } from "../stop.ts";

/** `/new`, `/reset` and `/clear`, which are the same, and `/stop`. */
export function sessionCommands({
  running,
  endedWakeup,
  events,
  isPush,
  localeOf,
  questionIn,
  toolbox,
}: Pick<TurnDeps, "endedWakeup" | "events" | "isPush" | "localeOf" | "questionIn" | "toolbox"> & {
  readonly running: RunningTurns;
}): readonly ChatCommand[] {
  const anew = (name: string): ChatCommand => ({
    name,
    usage: `/${name}`,
    access: "member",
    scope: sessions.new.scope,
    async answer(tx, { chat, now, newId, language, afterCommit }) {
      await resetSession({ tx, chat, now }, { newId });
      afterCommit(() => endedWakeup.notify());
      return textReply(texts(language).sessions.started);
    },
  });
  return [
    anew("new"),
    anew("reset"),
    anew("clear"),
    {
      name: "stop",
      usage: "/stop",
      access: "anyone",
      scope: sessions.stop.scope,
      async answer(tx, { person, chat, now, newId, language, afterCommit }) {
        const by = person.name;
        const { turns, withdrawn, isAnnounced, facts } = await stopIn(tx, chat, {
          by,
          now,
          newId,
          isPush,
          localeOf,
          questionIn,
          toolbox,
        });
        afterCommit(() => {
          events.publish(chat, facts);
          running.abort(chat.id);
        });
        // A pull channel answers a command by itself, and a turn by its settlement.
        if (isAnnounced && isPush(chat.channel)) return [];
        const { stopped, nothingRuns } = texts(language).turns;
        return textReply(turns + withdrawn > 0 ? stopped : nothingRuns);
      },
    },
  ];
}
