import { expect, test } from "vitest";
import type { ReplyPart } from "../../kernel/reply.ts";
import { toId } from "../../kernel/ids.ts";
import type { InboxBody, InboxRow } from "../../store/messages/inbox.ts";
import { markSpoken } from "./mark-spoken.ts";

type MessageBody = Extract<InboxBody, { kind: "message" }>;

function said(text: string, more: Partial<MessageBody> = {}): InboxRow {
  return {
    id: toId("m"),
    chat: toId("p"),
    messageId: "1",
    edit: 0,
    author: toId("ann"),
    body: { kind: "message", text, name: "Ann", role: "owner", sentAt: 0, ...more },
    label: { integrity: "owner", audience: "all" },
    state: "taken",
    turn: null,
    reason: null,
    isShown: false,
    receivedAt: 0,
    trace: "m",
  };
}

const VOICE = { media: [{ kind: "voice", look: { as: "said", text: "How are you?" } }] } as const;
const ANSWER: readonly ReplyPart[] = [{ type: "text", text: "I am well." }];
const HEARD: readonly ReplyPart[] = [{ type: "text", text: "I am well.", spoken: {} }];
const options = { maxWords: 3 };

test("what was spoken is answered aloud, and so is who asks to hear it", () => {
  expect(markSpoken(ANSWER, [said("How are you?", VOICE)], options)).toEqual(HEARD);
  expect(markSpoken(ANSWER, [said("How are you? Read it out.")], options)).toEqual(HEARD);
});

test("what was written is answered in writing", () => {
  expect(markSpoken(ANSWER, [said("How are you?")], options)).toEqual(ANSWER);
});

test("a long answer is written", () => {
  const long: readonly ReplyPart[] = [{ type: "text", text: "I am very well today." }];
  expect(markSpoken(long, [said("How are you?", VOICE)], options)).toEqual(long);
});

test.each([
  ["code", "So:\n```\nx\n```"],
  ["a command", "Run `npm i`."],
  ["a table", "|a|b|\n|-|-|\n|1|2|"],
  ["an address", "See https://x.org."],
])("an answer with %s is written, whatever was asked", (_what, text) => {
  const answer: readonly ReplyPart[] = [{ type: "text", text }];
  expect(markSpoken(answer, [said("How?", VOICE)], { maxWords: 500 })).toEqual(answer);
  expect(markSpoken(answer, [said("Tell me how.")], { maxWords: 500 })).toEqual(answer);
});

test("notices are written, and so is what nobody asked for at that moment", () => {
  const notice: readonly ReplyPart[] = [{ type: "notice", code: "failed", text: "It broke." }];
  const job = {
    scheduled: {
      job: "j",
      instant: 0,
      label: { integrity: "owner", audience: "all" },
    },
  } as const;
  expect(markSpoken(notice, [said("How are you?", VOICE)], options)).toEqual(notice);
  expect(markSpoken(ANSWER, [said("read it out", job)], options)).toEqual(ANSWER);
});
