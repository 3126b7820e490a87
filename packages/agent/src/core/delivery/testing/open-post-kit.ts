import { toId } from "../../../kernel/ids.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { openTurnKit } from "../../turns/testing/open-turn-kit.ts";

const p1 = toId<"chat">("p1");

/** Opens the chat `p1` with a running turn, and looks into its feed and its outbox. */
export async function openPostKit() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.accept("m1");
  const { id: turn } = await kit.claim();
  const { store, deps } = kit;
  const owned = stack.move();
  return {
    ...kit,
    turn,
    queued: { turn, at: 7, newId: deps.newId },
    commit: <Result>(work: (tx: Repositories, chat: Chat) => Promise<Result>) =>
      store.commit("speak", async (tx) => {
        const chat = await tx.chats.byId(p1);
        if (!chat) throw new Error("there is no chat");
        return work(tx, chat);
      }),
    feed: () => store.read.messages.newest(p1, 9),
    history: () => store.read.messages.page(p1, { limit: 9 }),
    /** Texts that searches and models see. */
    async seen() {
      const query = { session: toId<"session">("none"), carried: [], among: 9, goesBack: true };
      const { messages } = await store.read.messages.unseen(p1, query);
      return messages.map(({ text }) => text);
    },
    /** Parts that wait, or were sent. */
    async outbox(of = [turn]) {
      const rows = await Promise.all(of.map((id) => store.read.outbox.ofTurn(id)));
      return rows.flat();
    },
    facts: async () =>
      (await store.read.events.since(p1, 0, 99)).filter(({ type }) => type === "said"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
