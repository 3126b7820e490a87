import type { sessions } from "@reeve/operations/work/sessions";
import { Fault } from "@reeve/sdk";
import type { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import type { Caller } from "../../operations/control.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { resolveChat } from "./resolve.ts";
import type { IntakeDeps } from "./deps.ts";

type ImportDeps = Pick<IntakeDeps, "store" | "newId" | "policy">;

/** Adds messages of an earlier chat to the caller's. Known messages stay as they are. */
export async function importMessages(
  { at, messages }: z.output<typeof sessions.import.input>,
  caller: Caller,
  deps: ImportDeps,
): Promise<{ readonly imported: number; readonly known: number }> {
  return deps.store.commit("import", async (tx) => {
    const chat = await chatOf(tx, caller, deps);
    let imported = 0;
    for (const { id, turn, direction, text } of messages) {
      // The turns of this home left their messages in the history themselves.
      if (await tx.turns.byId(toId(turn))) continue;
      const author = direction === "in" ? caller.person.id : "reeve";
      const row = { chat: chat.id, messageId: `import:${id}`, edit: 0, turn: null };
      if (await tx.messages.add({ ...row, direction, author, text, at })) imported += 1;
    }
    return { imported, known: messages.length - imported };
  });
}

/** A chat of the terminal is there as soon as it is named; others begin with their first message. */
async function chatOf(
  tx: Repositories,
  { person: author, channel, externalId }: Caller,
  { policy, newId }: Pick<IntakeDeps, "newId" | "policy">,
): Promise<Chat> {
  const [known] = await tx.chats.byAddress(channel, externalId);
  if (known) return known;
  if (channel !== "cli")
    throw new Fault("missing", `${channel}/${externalId} has no messages yet.`, {
      hint: "Write a message there first, or import into a terminal chat: --chat cli/main",
    });
  const address = { channel, externalId, kind: "direct" } as const;
  return resolveChat(tx, { address }, { policy, newId, author });
}
