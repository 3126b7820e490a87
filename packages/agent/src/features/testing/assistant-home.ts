import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";

/** The direct chats `ann-1` of Ann, the owner, and `bob-1` of Bob, a member, in a store of their own. */
export async function openAssistantHome() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-assistant-"));
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  const ann: Principal = { id: toId("ann"), tenant: "home", role: "owner", name: "Ann" };
  const bob: Principal = { id: toId("bob"), tenant: "home", role: "member", name: "Bob" };
  await store.commit("accept", async (tx) => {
    for (const person of [ann, bob]) {
      await tx.people.add(person, { tenant: "home", channel: "cli", externalId: person.id });
      await tx.chats.add({
        id: toId(`${person.id}-1`),
        tenant: "home",
        uid: person.id,
        channel: "cli",
        externalId: `${person.id}-1`,
        kind: "direct",
        mode: "steer",
        maxSteps: 5,
      });
    }
  });
  return {
    store,
    ann,
    bob,
    anns: { tenant: "home", person: ann.id },
    bobs: { tenant: "home", person: bob.id },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

/** A clock that stands at `at` (ISO) until it is set, and a person in `timeZone`. */
export function movableClock(at: string, timeZone = "Europe/Berlin") {
  let now = Date.parse(at);
  return {
    now: () => now,
    timeZone: async () => timeZone,
    set: (iso: string) => {
      now = Date.parse(iso);
    },
  };
}
