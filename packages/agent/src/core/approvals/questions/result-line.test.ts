import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { sampleChat } from "../../testing/sample-chat.ts";
import { workspaceDelete } from "../../../tools/workspace/delete.ts";
import { createLocalizePrompt } from "./localize-prompt.ts";
import { outcomeLines } from "./result-line.ts";

function linesOf(state: "cancelled" | "expired", isThere: boolean): string | undefined {
  const questionIn = createLocalizePrompt({
    toolbox: { get: () => (isThere ? workspaceDelete : undefined) },
    question: () => undefined,
    agentIn: () => "main",
  });
  const asked = {
    tool: "workspace_delete",
    args: { path: "a.txt" },
    preview: '2 requests at once:\n1. Permanently delete "a.txt"?\n2. Permanently delete "b.txt"?',
    also: [{ approval: toId<"approval">("a2"), args: { path: "b.txt" } }],
  };
  return outcomeLines({ ...asked, state }, { chat: sampleChat(), language: "en", questionIn });
}

test("each call of a question has a line that says it did not run", () => {
  expect(linesOf("cancelled", true)).toBe(
    '❌ Not done: Permanently delete "a.txt"\n❌ Not done: Permanently delete "b.txt"',
  );
});

test("calls of a tool that is gone have one line together", () => {
  expect(linesOf("expired", false)).toBe(
    "⌛ Not done, nobody answered in time: 2 requests at once",
  );
});
