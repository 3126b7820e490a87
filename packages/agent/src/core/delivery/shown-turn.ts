import type { TurnId } from "../../kernel/ids.ts";
import type { Store } from "../../store/store.ts";
import type { TurnRef } from "../outbound.ts";

/** A turn as channels are told of it. */
export function shownTurn(turn: TurnId, { read }: Pick<Store, "read">): TurnRef {
  return {
    turn,
    async answers() {
      const row = await read.turns.byId(turn);
      const message = row && (await read.inbox.byId(row.openedBy));
      return message?.body.kind === "message" && !message.body.scheduled
        ? message.messageId
        : undefined;
    },
  };
}
