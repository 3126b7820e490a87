import { defineOperation } from "@reeve/operations/operation";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../kernel/ids.ts";
import { askAs } from "./ask.ts";
import { type Caller, createControl } from "./control.ts";
import { implement } from "./implement.ts";

const ann: Caller = {
  person: { id: toId("person-1"), tenant: "home", role: "owner", name: "Ann" },
  channel: "cli",
  externalId: "1",
};
const bob: Caller = { ...ann, person: { ...ann.person, role: "admin", name: "Bob" } };

const facts = { summary: "Says it again.", effect: "read", scope: "read" } as const;
const echo = {
  say: defineOperation({
    ...facts,
    name: "echo.say",
    input: z.object({ text: z.string(), times: z.number().default(1) }),
    output: z.object({ text: z.string(), times: z.number(), by: z.string(), count: z.string() }),
  }),
};
const other = {
  say: defineOperation({
    ...facts,
    name: "other.say",
    input: z.object({}),
    output: z.string(),
    needs: { role: "owner", to: "hear no" },
  }),
};
const broken = {
  say: defineOperation({ ...facts, name: "broken.say", input: z.object({}), output: z.email() }),
};

const newId = () => "made";
const control = createControl([
  implement(
    echo,
    {
      say: async (input, { person, key }) => ({
        ...input,
        by: `${person.name} ${key}`,
        count: 10n ** 20n,
      }),
    },
    newId,
  ),
  implement(other, { say: async () => "no" }, newId),
  implement(broken, { say: async () => "no address" }, newId),
]);

test("a handler gets the input with its defaults, the caller and a key; what it returns is checked", async () => {
  const ask = askAs(control, ann);
  expect(await ask(echo.say, { text: "hi" })).toEqual({
    text: "hi",
    times: 1,
    by: "Ann made",
    count: "100000000000000000000",
  });
  expect(await ask(echo.say, { text: "hi" }, { key: "k1" })).toMatchObject({ by: "Ann k1" });
  await expect(ask(broken.say, {})).rejects.toThrow(/email/);
});

test("nouns do not get in each other's way, and the input may be missing", async () => {
  expect(await control.receive("other.say", undefined, ann)).toBe("no");
});

test("a role that is too low is refused before the handler runs", async () => {
  await expect(askAs(control, bob)(other.say, {})).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner can hear no (your role: admin).",
  });
});

test("an unknown operation is missing, and the fault names those that exist", async () => {
  await expect(control.receive("echo.sing", {}, ann)).rejects.toMatchObject({
    code: "missing",
    message: 'Unknown operation: "echo.sing".',
    hint: "Known operations: echo.say, other.say, broken.say.",
  });
});

test("a wrong input is told by name, and nothing runs", async () => {
  await expect(control.receive("echo.say", { text: 7 }, ann)).rejects.toMatchObject({
    code: "invalid",
    message: "echo.say: ✖ Invalid input: expected string, received number\n  → at text",
  });
});
