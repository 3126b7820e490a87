import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { taskUpdate } from "./update.ts";
import type { Tasks } from "../tasks.ts";

const refuse = () => Promise.reject(new Error("nothing was to be done"));

test("asks for something to change", async () => {
  const tasks: Tasks = { create: refuse, update: refuse, remove: refuse, list: refuse };
  await expect(taskUpdate.run({ id: "t1" }, { ...callContext(), tasks })).rejects.toMatchObject({
    code: "invalid",
    message: "Nothing to change in task t1.",
  });
});
