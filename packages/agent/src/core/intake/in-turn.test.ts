import { expect, test } from "vitest";
import { createInTurn } from "./in-turn.ts";

test("work under one key is done one after the other, also after a failure; other keys do not wait", async () => {
  const inTurn = createInTurn();
  const done: string[] = [];
  const open = Promise.withResolvers<void>();
  const first = inTurn("a", async () => {
    await open.promise;
    done.push("a1");
    throw new Error("a1 broke");
  });
  const second = inTurn("a", async () => {
    done.push("a2");
    return 2;
  });
  await inTurn("b", async () => void done.push("b1"));
  expect(done).toEqual(["b1"]);
  open.resolve();
  const [broken, answered] = await Promise.allSettled([first, second]);
  expect(broken).toMatchObject({ status: "rejected", reason: new Error("a1 broke") });
  expect(answered).toEqual({ status: "fulfilled", value: 2 });
  expect(done).toEqual(["b1", "a1", "a2"]);
});
