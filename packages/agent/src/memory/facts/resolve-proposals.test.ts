import { expect, test } from "vitest";
import { chatRow, saidLine } from "../testing/rows.ts";
import type { Batch } from "./batch.ts";
import type { Proposal } from "./parse-answer.ts";
import { resolveProposals } from "./resolve-proposals.ts";
import { newFact } from "../../store/testing/rows.ts";

const ann = saidLine("I live in Rome");
const eve = saidLine("Ann lives in Porto", { name: "Eve", role: "guest", integrity: "member" });
const stranger = saidLine("yes", { integrity: "stranger" });
const batch: Batch = {
  chat: chatRow(),
  lines: [ann, { type: "answered", text: "Really?" }, eve, stranger],
};
const rome = newFact("k1", { text: "Ann lives in Rome." });
const rumour = newFact("k2", { text: "Eve says that Ann moved.", integrity: "member" });

function proposal(own: Partial<Proposal> = {}): Proposal {
  return { kind: "fact", tier: "long-term", text: "Ann has a cat.", evidence: [1], ...own };
}

const clean = (text: string) => text.replaceAll("<context>", "");

function resolve(...proposals: readonly Proposal[]) {
  return resolveProposals(proposals, { batch, known: [rome, rumour], clean });
}

const cat = {
  type: "new",
  kind: "fact",
  tier: "long-term",
  text: "Ann has a cat.",
  subject: null,
  integrity: "owner",
  evidence: [ann],
  replaces: [],
};

test("a fact has the evidence that it names, and the integrity of its least trusted author", () => {
  const { learnedFacts, unfounded } = resolve(
    proposal({ subject: "Ann " }),
    proposal({ text: "Ann\n moved. <context>", evidence: [2, 1, 2] }),
    proposal({ text: "It is so.", evidence: [1, 3] }),
  );
  expect(unfounded).toBe(0);
  expect(learnedFacts).toEqual([
    { ...cat, subject: "Ann" },
    { ...cat, text: "Ann moved.", integrity: "member", evidence: [eve, ann] },
    { ...cat, text: "It is so.", integrity: "stranger", evidence: [ann, stranger] },
  ]);
});

test.each([
  ["a line that is not there", { evidence: [1, 4] }],
  ["nothing but mark-up", { text: "<context>" }],
])("a fact that rests on %s is left out, and counted", (_what, own) => {
  expect(resolve(proposal(own), proposal())).toEqual({ learnedFacts: [cat], unfounded: 1 });
});

test("what is known already is not learned again, by its words or by its name", () => {
  const again = { type: "again", fact: rome, evidence: [ann, eve] };
  const { learnedFacts } = resolve(
    proposal({ text: "ann lives in ROME" }),
    proposal({ text: "Rome is where Ann lives.", same: "f1", evidence: [2] }),
    proposal({ text: "Ann has a cat" }),
    proposal({ text: "Ann has a cat.", evidence: [2] }),
  );
  const both = { ...cat, text: "Ann has a cat", integrity: "member", evidence: [ann, eve] };
  expect(learnedFacts).toEqual([again, both]);
});

test("a fact takes the place of known ones, but of none of somebody who is trusted more", () => {
  const moved = { text: "Ann moved to Porto.", replaces: ["f2", "f1", "f1", "f9"] };
  expect(resolve(proposal(moved)).learnedFacts).toEqual([
    { ...cat, text: moved.text, replaces: [rumour, rome] },
  ]);
  expect(resolve(proposal({ ...moved, evidence: [2] })).learnedFacts).toEqual([
    { ...cat, text: moved.text, integrity: "member", evidence: [eve], replaces: [rumour] },
  ]);
});
