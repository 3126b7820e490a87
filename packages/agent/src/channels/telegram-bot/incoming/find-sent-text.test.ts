import { expect, test } from "vitest";
import { memoryIn } from "../../testing/channel-state.ts";
import { EMPTY_RECORD, withPart } from "../delivery-state.ts";
import { createBotMessages } from "../bot-messages.ts";
import { findSentText } from "./find-sent-text.ts";

test("each message that a reply became says what the reply said, in its own topic alone", async () => {
  const own = createBotMessages(memoryIn(new Map()));
  const part = { place: "-1005/3", client: "c1", ids: [7, 9], floors: [] };
  await own.change("-1005", () => withPart(EMPTY_RECORD, part));
  const feed = new Map([
    ["-1005/3 7", "The plan, and its code."],
    ["-1005/4 7", "Elsewhere."],
  ]);
  const findSaid = async (chat: string, message: string) => {
    const text = feed.get(`${chat} ${message}`);
    return text === undefined ? undefined : { name: "you", text };
  };
  const said = async (chat: string, message: string) =>
    (await findSentText({ chat, message }, { own, findSaid }))?.text;
  expect(await said("-1005/3", "7")).toBe("The plan, and its code.");
  expect(await said("-1005/3", "9")).toBe("The plan, and its code.");
  expect(await said("-1005/3", "8")).toBeUndefined();
  expect(await said("-1005/4", "9")).toBeUndefined();
});
