import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { newMessage } from "../../store/testing/rows.ts";
import { openTurnKit } from "../turns/testing/open-turn-kit.ts";
import { shownTurn } from "./shown-turn.ts";

test("a turn is shown as the answer to the newest message that opened it", async () => {
  await using kit = await openTurnKit();
  await kit.accept("m1");
  await kit.accept("m2");
  const { id } = await kit.claim();
  const shown = shownTurn(id, kit.store);
  expect(shown.turn).toBe(id);
  expect(await shown.answers()).toBe("platform-m2");
});

test("the turn of a job answers nobody's message", async () => {
  await using kit = await openTurnKit();
  const { body } = newMessage("m1");
  if (body.kind !== "message") throw new Error("it is no message");
  const label = { integrity: "owner", audience: "all" } as const;
  await kit.accept("m1", { body: { ...body, scheduled: { job: "j1", instant: 0, label } } });
  const { id } = await kit.claim();
  expect(await shownTurn(id, kit.store).answers()).toBe(undefined);
});

test("a turn that is no longer stored answers nothing", async () => {
  await using kit = await openTurnKit();
  expect(await shownTurn(toId("gone"), kit.store).answers()).toBe(undefined);
});
