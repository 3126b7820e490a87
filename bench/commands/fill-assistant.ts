import { toId } from "../../packages/agent/src/kernel/ids.ts";
import { UNTAINTED } from "../../packages/agent/src/kernel/label.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";

const DAY_MS = 86_400_000;

/** Gives the one who has written so many open tasks and pending reminders. */
export async function fillAssistant(store: Store, rows: number): Promise<void> {
  const identity = { tenant: "home", channel: "scripted", externalId: "ann" };
  const person = await store.read.people.byIdentity(identity);
  const [chat] = await store.read.chats.byAddress("scripted", "1");
  if (!person || !chat) throw new Error("ann has not written yet");
  const now = Date.now();
  await store.commit("note", async (tx) => {
    for (let nth = 0; nth < rows; nth++) {
      const at = now + DAY_MS + ((nth * 7919) % rows) * 60_000;
      await tx.tasks.add(
        { tenant: "home", person: person.id },
        {
          id: `task-${nth}`,
          title: `Water plant ${nth}`,
          status: "todo",
          priority: "normal",
          due: nth % 2 === 0 ? { at, isDateOnly: false } : null,
          project: null,
          notes: null,
          createdAt: now,
          updatedAt: now,
          doneAt: null,
        },
      );
      await tx.jobs.add({
        id: toId(`job-${nth}`),
        tenant: "home",
        maker: person.id,
        chat: chat.id,
        kind: "reminder",
        text: `Call number ${nth}`,
        schedule: { type: "at", at },
        onMissed: "run-once",
        onParentFailure: "skip",
        parents: [],
        label: UNTAINTED,
        role: "owner",
        state: "active",
        nextAt: at,
        lastAt: null,
        createdAt: now,
      });
    }
  });
}
