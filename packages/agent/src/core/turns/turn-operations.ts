import { fromPublicAddress, toPublicAddress } from "../../kernel/public-address.ts";
import type { Place } from "../../store/places.ts";
import { turns } from "@reeve/operations/turns";
import { Fault } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { mayRead, refuseBelow } from "../caller-place.ts";
import type { TurnParts } from "./parts.ts";
import { type StopParts, stopPlace } from "./stop.ts";
import { tellLife, tellTurn } from "./tell-life.ts";

type TurnDeps = Pick<TurnParts, "store" | "newId"> & StopParts;

/** Turns: what became of a message, what a turn did, and stopping it. */
export function turnOperations(deps: TurnDeps): Implementation {
  const { store, newId } = deps;
  const find = async (id: string, { person }: Caller) => {
    const turn = await tellTurn(toId(id), store);
    if (turn && mayRead(turn.place, person)) return turn;
    throw new Fault("missing", `There is no turn ${id} of yours.`, {
      hint: "Take its id from a message that it answered.",
    });
  };
  return implement(
    turns,
    {
      async why({ id }, { person }) {
        const life = await tellLife(id, store);
        if (life.message.author !== person.id)
          refuseBelow("admin", person, "see what became of the messages of others");
        return withPublicPlace(life);
      },
      show: async ({ id }, caller) => withPublicPlace(await find(id, caller)),
      async stop({ id }, caller) {
        const { turn, place } = await find(id, caller);
        if (turn.state !== "running" || !place) return { turns: 0, withdrawn: 0 };
        return stopPlace({ ...caller, channel: place.channel, chat: place.chat }, deps);
      },
      stopChat: ({ place }, caller) => stopPlace({ ...caller, ...fromPublicAddress(place) }, deps),
    },
    newId,
  );
}

function withPublicPlace<Life extends { readonly place?: Place | undefined }>(life: Life) {
  return { ...life, place: life.place && toPublicAddress(life.place) };
}
