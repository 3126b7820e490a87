import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";
import { stepRow } from "../../testing/rows.ts";
import { chooseCarryOver } from "./choose-carry-over.ts";

const turn = (id: string, text = "ok"): TurnHistory => ({
  turn: toId(id),
  steps: [stepRow({ input: "hi", text })],
});
const turns = [turn("t1"), turn("t2"), turn("t3")];

test("the newest messages stay, in whole exchanges", () => {
  expect(chooseCarryOver(turns, { messages: 3, tokens: 1000 })).toEqual({
    carried: turns.slice(1),
    told: turns.slice(0, 1),
  });
});

test("fewer stay where they are long", () => {
  const long = [turn("t1"), turn("t2", "word ".repeat(500)), turn("t3")];
  expect(chooseCarryOver(long, { messages: 20, tokens: 100 })).toEqual({
    carried: long.slice(2),
    told: long.slice(0, 2),
  });
});

test("nothing stays where nothing may", () => {
  expect(chooseCarryOver(turns, { messages: 0, tokens: 1000 })).toEqual({
    carried: [],
    told: turns,
  });
});
