import { expect, test } from "vitest";
import { createInOrder } from "./serial-queue.ts";

test("starts a task when the one before it is over, also when that failed", async () => {
  const inOrder = createInOrder();
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} starts`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "one") throw new Error("one failed");
    return name;
  };

  const one = inOrder(task("one"));
  const two = inOrder(task("two"));

  await expect(one).rejects.toThrow("one failed");
  expect(await two).toBe("two");
  expect(steps).toEqual(["one starts", "one ends", "two starts", "two ends"]);
});
