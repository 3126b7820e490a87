import { fromPublicAddress } from "../../../kernel/public-address.ts";
import { type Pause, pauses } from "@reeve/operations/agent/pauses";
import { Fault } from "@reeve/sdk";
import type { z } from "zod";
import type { Wakeup } from "../../../kernel/wakeup.ts";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage } from "../../../operations/pages.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Store } from "../../../store/store.ts";
import type { TurnDeps } from "../deps.ts";
import { listPauses, pause, requireAdmin, resume } from "../pause.ts";

type PauseDeps = Pick<TurnDeps, "store" | "clock" | "newId"> & {
  /** Rung when stored messages are answered after all. */
  readonly wakeup: Wakeup;
};

/** Pauses of one chat, or of all. */
export function pauseOperations(deps: PauseDeps): Implementation {
  const { store, wakeup, newId } = deps;
  return implement(
    pauses,
    {
      async list(page, { person: { tenant } }) {
        const found: readonly Pause[] = await listPauses(store, tenant);
        return cutPage(found, page, ({ where }) => where);
      },
      async start({ where }, caller) {
        requireAdmin(caller);
        const chat = await chatOf(where, caller, store);
        return { wasPaused: !(await pause(chat, caller, deps)) };
      },
      async end({ where }, caller) {
        requireAdmin(caller);
        const resumed = await resume(await chatOf(where, caller, store), caller, deps);
        wakeup.notify();
        return resumed;
      },
    },
    newId,
  );
}

type Where = z.output<typeof pauses.start.input>["where"];

async function chatOf(wanted: Where, caller: Caller, { read }: Store): Promise<Chat | null> {
  if (wanted === "everywhere") return null;
  const { channel, externalId } = wanted ? fromPublicAddress(wanted) : caller;
  const chats = await read.chats.byAddress(channel, externalId);
  const chat = chats.find(({ tenant }) => tenant === caller.person.tenant);
  if (chat) return chat;
  throw new Fault("missing", `${channel}/${externalId} has no messages yet.`, {
    hint: "Write a message there first, or pause everywhere: reeve pause",
  });
}
