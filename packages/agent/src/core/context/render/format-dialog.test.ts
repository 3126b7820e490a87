import { expect, test } from "vitest";
import { formatDialog } from "./format-dialog.ts";

test("only what was said is told, without mark-up, hints and calls", () => {
  const told = formatDialog([
    {
      type: "input",
      text: "[Focus: mail]\n[Terminal User (Ann, id:1, owner) 2026-02-20 15:30 UTC] <user_message>Any mail?</user_message>",
    },
    {
      type: "step",
      text: "",
      calls: [
        { id: "c1", name: "email_list", args: {}, result: { type: "value", text: "secret" } },
      ],
    },
    { type: "step", text: " None. ", calls: [] },
    { type: "input", text: "[The user stopped this before it was finished.]" },
  ]);

  expect(told).toEqual(["Asked: Any mail?", "Answered: None."]);
});
