import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

/** Tables that get rows with every turn; `other` and `earlier` are second looks at one of them. */
const GROWING =
  /^SCAN (inbox|messages|turns|steps|calls|events|outbox|usage|audit|passages|sessions|chats|other|earlier)\b(?! USING (COVERING )?INDEX)/;

/** A start looks at every chat, once. */
const VOIDS_LEASES = 'where "lease_owner" is not null';

test("no statement of a turn goes through a table that grows with turns", async () => {
  const statements = new Set<string>();
  const model = scriptedModel(({ messages }) => {
    if (messages.at(-1)?.role === "user") return { calls: [{ name: "look", args: {} }] };
    return { text: "Done." };
  });
  const messenger = scriptedChannel();
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("look")],
    recalls: true,
    onPrepare: (statement) => statements.add(statement),
  });
  // Statements of the migration do not count.
  statements.clear();
  await messenger.say("first");
  await messenger.received(1);
  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  const asked = [...statements].filter((statement) => !statement.includes(VOIDS_LEASES));
  await endStory(agent, model);

  using database = new DatabaseSync(path.join(agent.home, "reeve.db"), { readOnly: true });
  expect(asked.flatMap((statement) => scansIn(database, statement))).toEqual([]);
});

test("a statement that goes through such a table is found", () => {
  using database = new DatabaseSync(":memory:");
  database.exec("create table turns (id text, state text)");
  expect(scansIn(database, "select id from turns where state = ?")).toEqual([
    "SCAN turns: select id from turns where state = ?",
  ]);
});

const plan = z.object({ detail: z.string() });

/** Returns where SQLite reads a whole table for the statement. */
function scansIn(database: DatabaseSync, statement: string): readonly string[] {
  if (/^(begin|commit|rollback)/.test(statement)) return [];
  const rows = database.prepare(`explain query plan ${statement}`).all(...bindings(statement));
  return rows
    .map((row) => plan.parse(row).detail)
    .filter((detail) => GROWING.test(detail))
    .map((detail) => `${detail}: ${statement}`);
}

/** Any value for each parameter: a plan does not depend on them. */
function bindings(statement: string): readonly null[] {
  return Array.from(statement.matchAll(/\?/g), () => null);
}
