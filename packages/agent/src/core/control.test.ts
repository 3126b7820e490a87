import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../kernel/ids.ts";
import { type Caller, createControl, defineMethod } from "./control.ts";

const ann: Caller = {
  person: { id: toId("person-1"), tenant: "home", role: "owner", name: "Ann" },
  surface: "cli",
  chat: "1",
};

const control = createControl([
  {
    name: "echo",
    methods: {
      say: defineMethod({
        summary: "Says it again.",
        params: z.object({ text: z.string(), times: z.number().default(1) }),
        run: async (params, caller) => ({ ...params, by: caller.person.name }),
      }),
    },
  },
  {
    name: "other",
    methods: {
      say: defineMethod({ summary: "Says no.", params: z.object({}), run: async () => "no" }),
    },
  },
]);

test("a method gets its parameters, with their defaults, and who asks", async () => {
  expect(await control.call("echo.say", { text: "hi" }, ann)).toEqual({
    text: "hi",
    times: 1,
    by: "Ann",
  });
});

test("sections do not get in each other's way, and parameters may be missing", async () => {
  expect(await control.call("other.say", undefined, ann)).toBe("no");
});

test("an unknown method is missing, and the fault names those that exist", async () => {
  await expect(control.call("echo.sing", {}, ann)).rejects.toMatchObject({
    code: "missing",
    message: 'There is no control method "echo.sing".',
    hint: "There are echo.say, other.say.",
  });
});

test("wrong parameters are told by name, and nothing runs", async () => {
  await expect(control.call("echo.say", { text: 7 }, ann)).rejects.toMatchObject({
    code: "invalid",
    message: "echo.say: ✖ Invalid input: expected string, received number\n  → at text",
  });
});
