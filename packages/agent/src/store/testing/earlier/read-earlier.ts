import { toId } from "../../../kernel/ids.ts";
import type { Store } from "../../store.ts";

const ann = { tenant: "home", person: toId<"person">("ann") };

/** Reads what `rows.sql` contains for a schema, as today's code finds it. */
export async function readEarlier({ read, slow }: Store) {
  const [chat] = await read.chats.byAddress("cli", "main");
  const [turn] = await read.turns.history(toId("s1"), 9);
  const approval = await read.approvals.byId(toId("a1"));
  const image = (await read.images.load([toId("i1")])).get(toId("i1"));
  const file = await read.attachments.byId("file");
  const days = { tenant: "home", from: "1970-01-01", to: "2100-01-01" };
  return {
    chat: chat && [chat.id, chat.sessionId, await read.forgetting.archiveOf(chat.id)],
    said: (await read.messages.newest(toId("p1"), 9)).map(({ text }) => text),
    message: (await read.inbox.byId(toId("m1")))?.body,
    steps: turn?.steps.map(({ text, calls }) => [
      text,
      calls.map(({ args, result }) => [args, result]),
    ]),
    artifact: (await read.artifacts.byId("r-long"))?.content,
    approval: approval && [approval.state, approval.preview, approval.effect, approval.trace],
    isApprovalOpen: await read.approvals.hasOpen(),
    events: await read.events.since(toId("p1"), 0, 9),
    ofTurn: (await read.events.ofTurn(toId("t1"))).map(({ seq }) => seq),
    outbox: (await read.outbox.ofTurn(toId("t1"))).map(({ state, createdAt }) => [
      state,
      createdAt,
    ]),
    notes: (await read.notes.list(ann, 9)).map(({ title, text, tags }) => [title, text, tags]),
    usage: (await slow.usage.summary({ ...days, person: ann.person }, "day")).map(
      (sum) => sum.costNano,
    ),
    found: (
      await read.forgetting.passagesWith({ tenant: "home", audiences: ["ann"] }, ["milk"], 9)
    ).map(({ text }) => text),
    facts: (await read.facts.byId(toId("f1")))?.text,
    tasks: (await read.tasks.list(ann, { limit: 9 })).map(({ title }) => title),
    job: (await read.jobs.byId(toId("job")))?.nextAt,
    commands: (await slow.execRecords.list("home", 9)).map(({ id }) => id),
    image: image?.data,
    file: file && Buffer.from(file.data).toString("hex"),
  };
}

/** Returns what `readEarlier` has to find in a database of the schema. */
export function expectedOf(schema: string) {
  const since = <Value>(number: string, value: Value) => (schema >= number ? value : undefined);
  return {
    chat: ["p1", "s1", "on"],
    said: ["Buy milk", "Noted."],
    message: { kind: "message", text: "Buy milk", name: "Ann", role: "owner", sentAt: 5 },
    steps: [
      ["Let me note it.", [[{ text: "milk" }, { type: "value", text: "noted" }]]],
      ["Noted.", []],
    ],
    artifact: "a long result",
    approval: [
      "confirmed",
      "Note milk?",
      schema < "0014" ? "write" : "exec",
      schema < "0014" ? "m1" : "",
    ],
    isApprovalOpen: schema >= "0014",
    events: [
      { type: "turn-start", turn: "t1", messages: ["m1"], seq: 1, at: 6 },
      {
        type: "tool-start",
        turn: "t1",
        call: "c1",
        name: "x",
        args: { at: 9, '"at":': 8 },
        seq: 2,
        at: 7,
      },
      { type: "approval-decision", approval: "a1", verdict: "allow", by: "ann", seq: 3, at: 8 },
    ],
    ofTurn: [1, 2],
    outbox: [["sent", schema < "0034" ? 9 : 0]],
    notes: [["Shopping", "milk", ["food"]]],
    usage: [7n],
    // Messages from before there was an index are added to it.
    found: schema < "0032" ? ["Buy milk"] : [],
    facts: since("0009", "Ann drinks milk."),
    tasks: since("0018", ["Buy milk"]) ?? [],
    job: since("0019", 50),
    commands: since("0021", ["e1"]) ?? [],
    image: since("0011", "AQID"),
    file: since("0026", "010203"),
  };
}
