import { expect, test } from "vitest";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import { paint } from "./style.ts";
import { createTurnView } from "./turn-view.ts";

const SIGN = "*";

/** A view whose live rows can be read, at a time that the test sets. */
function openView() {
  let live: readonly string[] = [];
  const printed: string[] = [];
  let now = 0;
  const view = createTurnView({
    screen: {
      update(rows, shown) {
        printed.push(...rows);
        live = shown;
      },
    },
    columns: () => 80,
    spinner: { sign: SIGN, start: () => undefined, stop: () => undefined },
    clock: { now: () => now },
  });
  const at = (ms: number) => {
    now = ms;
    view.redraw();
    return live;
  };
  return { view, at, printed };
}

const started: LiveEvent = { type: "turn-start", turn: "t1", messages: ["m1"], seq: 1, at: 0 };

function think(step: number): LiveEvent {
  return { type: "think-start", turn: "t1", step, model: "openai/gpt" };
}

test("a model that takes longer than 30 s to begin is named, with the time", () => {
  const { view, at } = openView();
  view.show(started);
  view.show(think(0));
  expect(at(29_999)).toEqual([`${SIGN} …`]);
  expect(at(30_000)).toEqual([`${SIGN} still waiting for openai/gpt, 30 s`]);
  expect(at(95_500)).toEqual([`${SIGN} still waiting for openai/gpt, 95 s`]);
});

test("each step restarts the count, and its first words end it", () => {
  const { view, at } = openView();
  view.show(started);
  view.show(think(0));
  at(40_000);
  view.show(think(1));
  expect(at(41_000)).toEqual([`${SIGN} …`]);
  view.show({ type: "text-delta", turn: "t1", step: 1, delta: "Well" });
  expect(at(99_000)).toEqual(["Well"]);
});

test("text of a response that broke off is marked at once, and not again when the step restarts", () => {
  const { view, at, printed } = openView();
  view.show(started);
  view.show(think(0));
  view.show({ type: "text-delta", turn: "t1", step: 0, delta: "Half" });
  view.show({ type: "text-reset", turn: "t1", step: 0 });
  view.show(think(0));
  expect(printed).toEqual(["Half", paint("dim", "(starting over)")]);
  expect(at(0)).toEqual([`${SIGN} …`]);
});
