import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setInterval } from "node:timers/promises";
import { askOverHttp } from "@reeve/client/http";
import { sendMessage } from "@reeve/client/chats";
import { notes } from "@reeve/operations/memory/notes";
import { readLater } from "@reeve/operations/memory/read-later";
import { tokens } from "@reeve/operations/people/tokens";
import { approvals } from "@reeve/operations/work/approvals";
import { connectSocket } from "@reeve/client/socket";
import { reminders } from "@reeve/operations/work/reminders";
import { schedules } from "@reeve/operations/work/schedules";
import { sessions } from "@reeve/operations/work/sessions";
import { tasks } from "@reeve/operations/work/tasks";
import { toId } from "../../../src/kernel/ids.ts";
import { openSqlite } from "../../../src/store/sqlite/open.ts";
import { newFact } from "../../../src/store/testing/rows.ts";
import type { ReeveProcess } from "./start-reeve.ts";

const POLL_MS = 100;

/** The name of the long conversation. */
export const LONG_CHAT = "long";

/**
 * Fills an agent's home with a day's work, so that no page is empty: lists, facts, files, an approval that waits,
 * and a conversation of `messages` messages.
 */
export async function fillHome(
  reeve: ReeveProcess,
  { messages }: { readonly messages: number },
): Promise<void> {
  using connection = await connectSocket(path.join(reeve.home, "reeve.sock"), {
    signal: new AbortController().signal,
  });
  const { token } = await connection.ask(tokens.create, { name: "test", scopes: ["admin"] });
  const http = { url: reeve.url, headers: { authorization: `Bearer ${token}` } };
  const ask = askOverHttp(http);
  await ask(notes.create, { text: "The Wi-Fi code is **4711**.", title: "Wi-Fi", tags: ["home"] });
  await ask(tasks.create, { title: "Call the plumber", due: "friday", priority: "high" });
  await ask(readLater.save, { text: "An essay about stewards." });
  // A chat exists from its first message on.
  await sendMessage({ chat: LONG_CHAT, message: "first", text: "Hello" }, http);
  const history = Array.from({ length: messages }, (_, index) => ({
    id: `m${index}`,
    turn: `t${Math.floor(index / 2)}`,
    direction: index % 2 === 0 ? ("in" as const) : ("out" as const),
    text: `Message **${index}** about tea and other things.\n\n- one\n- two`,
  }));
  for (let at = 0; at < history.length; at += 1000)
    await ask(
      sessions.import,
      { at: 1_760_000_000_000 + at, messages: history.slice(at, at + 1000) },
      { chat: LONG_CHAT },
    );
  const temp = path.join(reeve.home, "workspace/temp");
  await mkdir(temp, { recursive: true });
  await writeFile(path.join(temp, "old.txt"), "old");
  for (const [index, text] of ["Compare the quotes", "Delete the old list"].entries())
    await sendMessage({ chat: "main", message: `day-${index}`, text }, http);
  const waiting = async () => (await ask(approvals.list, { state: "pending" })).items.length;
  for await (const _ of setInterval(POLL_MS)) if ((await waiting()) === 1) break;
  await ask(reminders.create, { text: "Water the plants", recurrence: "every Thursday at 8" });
  await ask(schedules.create, { text: "Tell me what is due.", cron: "0 9 * * 1" });
  await reeve.kill();
  await addFacts(reeve.home);
  await reeve.start();
}

async function addFacts(home: string): Promise<void> {
  const file = path.join(home, "reeve.db");
  await access(file);
  await using store = await openSqlite(file, { synchronous: "normal" });
  const owner = (await store.read.people.list("home")).find(({ role }) => role === "owner");
  const [chat] = await store.read.chats.byAddress("http", `${owner?.id}/main`);
  if (!owner || !chat?.sessionId) throw new Error("Nobody has talked to the agent yet.");
  const { id, sessionId: session } = chat;
  const said = await store.read.messages.page(id, { limit: 9 });
  const turn = said.find((one) => one.turn !== null)?.turn ?? toId("none");
  const facts = ["Ann drinks green tea.", "Ann's sister lives in Porto.", "The dog is called Rex."];
  await store.commit("learn", async (tx) => {
    for (const [index, text] of facts.entries())
      await tx.facts.add(
        newFact(`f${index}`, {
          text,
          audience: owner.id,
          chat: id,
          session,
          turn,
          saidAt: Date.now(),
        }),
      );
  });
}
