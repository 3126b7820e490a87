import type { FactExplanation } from "@reeve/operations/memory/facts";
import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { memoryExplain } from "./explain.ts";

const explanation: FactExplanation = {
  id: "f2",
  kind: "fact",
  tier: "long-term",
  text: "Ann lives in Porto.",
  subject: "Ann",
  state: "active",
  since: Date.UTC(2026, 1, 20, 15, 30),
  label: { integrity: "owner", audience: "ann" },
  isConfirmed: false,
  evidence: [
    {
      at: Date.UTC(2026, 1, 20, 15, 30),
      speaker: "Ann",
      text: "I moved to Porto",
      message: "m2",
      surface: "cli",
      chat: "main",
    },
  ],
  replaced: [
    {
      id: "f1",
      text: "Ann lives in Rome.",
      since: Date.UTC(2026, 0, 1),
      until: Date.UTC(2026, 1, 20, 15, 30),
    },
  ],
};

test("tells since when, who said so, and what it replaced, with times that can be read", async () => {
  const facts = { explain: async (id: string) => ({ ...explanation, id }) };
  expect(await memoryExplain.run({ id: "f2" }, { ...callContext(), facts })).toEqual({
    id: "f2",
    kind: "fact",
    tier: "long-term",
    text: "Ann lives in Porto.",
    subject: "Ann",
    state: "active",
    label: { integrity: "owner", audience: "ann" },
    isConfirmed: false,
    since: "2026-02-20T15:30",
    evidence: [
      {
        speaker: "Ann",
        text: "I moved to Porto",
        message: "m2",
        surface: "cli",
        chat: "main",
        at: "2026-02-20T15:30",
      },
    ],
    replaced: [
      {
        id: "f1",
        text: "Ann lives in Rome.",
        since: "2026-01-01T00:00",
        until: "2026-02-20T15:30",
      },
    ],
  });
});
