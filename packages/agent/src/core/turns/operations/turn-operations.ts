import { fromPublicAddress, toPublicAddress } from "../../../kernel/public-address.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import { turns } from "@reeve/operations/work/turns";
import { Fault } from "@reeve/sdk";
import { toId } from "../../../kernel/ids.ts";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { canRead, requireRole } from "../../access-checks.ts";
import type { TurnDeps } from "../deps.ts";
import { type StopDeps, stopChat } from "../stop.ts";
import { getTimeline, getTurnTimeline } from "../commands/message-timeline.ts";

type TurnOperationDeps = Pick<TurnDeps, "store" | "newId"> & StopDeps;

/** Turns: what became of a message, what a turn did, and stopping it. */
export function turnOperations(deps: TurnOperationDeps): Implementation {
  const { store, newId } = deps;
  const find = async (id: string, { person }: Caller) => {
    const turn = await getTurnTimeline(toId(id), store);
    if (turn && canRead(turn.chat, person)) return turn;
    throw new Fault("missing", `You have no turn with the id ${id}.`, {
      hint: "Find the id in a message's timeline: reeve why",
    });
  };
  return implement(
    turns,
    {
      async why({ id }, { person }) {
        const life = await getTimeline(id, store);
        if (life.message.author !== person.id)
          requireRole("admin", person, "see the messages of others");
        return withPublicChat(life);
      },
      show: async ({ id }, caller) => withPublicChat(await find(id, caller)),
      async stop({ id }, caller) {
        const { turn, chat } = await find(id, caller);
        if (turn.state !== "running" || !chat) return { turns: 0, withdrawn: 0 };
        return stopChat({ ...caller, channel: chat.channel, externalId: chat.externalId }, deps);
      },
      stopChat: ({ place: chat }, caller) =>
        stopChat({ ...caller, ...fromPublicAddress(chat) }, deps),
    },
    newId,
  );
}

function withPublicChat<Life extends { readonly chat?: Chat | undefined }>(life: Life) {
  return { ...life, place: life.chat && toPublicAddress(life.chat) };
}
