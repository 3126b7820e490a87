import { expect, test } from "vitest";
import type { OpenTurn } from "../core/open-turn.ts";
import { toId } from "../kernel/ids.ts";
import type { Chat } from "../store/messages/chats.ts";
import { createStartTurn } from "./start-daily-log.ts";

const owner = { id: toId<"person">("owner"), tenant: "home", role: "owner", name: "Ann" } as const;

test.each([
  ["a direct chat of the owner's", { kind: "direct", uid: "owner" }, 1],
  ["a direct chat of somebody else", { kind: "direct", uid: "bob" }, 0],
  ["a group", { kind: "group", uid: "owner" }, 0],
] as const)("a turn in %s begins the day, or does not", async (_where, chat, times) => {
  let begun = 0;
  const begin = createStartTurn(async () => void (begun += 1), owner);
  await begin(turnIn(chat));
  expect(begun).toBe(times);
});

function turnIn(chat: Pick<Chat, "kind" | "uid">): OpenTurn {
  // Nothing else of a turn is looked at.
  return { chat } as OpenTurn;
}
