import { expect, test } from "vitest";
import { toId, type TurnId } from "../../../kernel/ids.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";
import { createPastTurns } from "./past-turns.ts";

const id = (text: string) => toId<"turn">(text);

/** Turns as a database holds them, and which of them were read. */
function openRows(turns: readonly string[]) {
  const read: TurnId[] = [];
  const rows = { revision: 0, words: "hello", turns: turns.map(id) };
  const historyOf = async (ids: readonly TurnId[]): Promise<readonly TurnHistory[]> => {
    read.push(...ids);
    return ids.map((turn) => ({ turn, steps: [stepOf(rows.words)] }));
  };
  const past = createPastTurns({
    turns: {
      historyOf,
      endedOf: async (_session, { after, limit }) =>
        rows.turns
          .map((turn, at) => ({ id: turn, order: at + 1 }))
          .filter(({ order }) => order > after)
          .slice(-limit),
    },
    forgetting: { revision: async () => rows.revision },
  });
  return { past, rows, read };
}

function stepOf(text: string): TurnHistory["steps"][number] {
  const said = { n: 0, kind: "think", state: "settled", requestId: "r", meta: null } as const;
  return { ...said, input: "hi", extras: null, text, calls: [] };
}

const SESSION = toId<"session">("s");

test("a turn is read once, and the next time it is the same object", async () => {
  const { past, rows, read } = openRows(["a", "b"]);

  const first = await past.ofSession(SESSION);
  rows.turns.push(id("c"));
  const second = await past.ofSession(SESSION);

  expect(read).toEqual(["a", "b", "c"]);
  expect(second.map(({ turn }) => turn)).toEqual(["a", "b", "c"]);
  expect(second[0]).toBe(first[0]);
});

test("turns come in the order asked for, and none for no id", async () => {
  const { past, read } = openRows([]);

  expect((await past.byIds([id("b"), id("a")])).map(({ turn }) => turn)).toEqual(["b", "a"]);
  expect(await past.byIds([])).toEqual([]);
  expect(read).toEqual(["b", "a"]);
});

test("what was forgotten is not told from a copy", async () => {
  const { past, rows } = openRows(["a"]);
  await past.ofSession(SESSION);

  rows.words = "[forgotten]";
  rows.revision += 1;

  expect(await past.ofSession(SESSION)).toEqual([{ turn: "a", steps: [stepOf("[forgotten]")] }]);
});
