import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { DecisionResult, Decision } from "../../core/inbox.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import { createPendingCorrections } from "./pending-corrections.ts";
import { applyCorrection } from "./apply-correction.ts";
import { memoryIn } from "../testing/channel-state.ts";
import { anyApproval } from "../../operations/testing/any-approval.ts";

const ANN = { id: toId<"person">("p-ann"), tenant: "home", role: "owner", name: "Ann" } as const;

const SAID: Envelope = {
  id: "30",
  edit: 0,
  address: { channel: "s", externalId: "5", kind: "direct" },
  sender: { id: "7", name: "Ann" },
  text: "to Eve",
  sentAt: 3000,
};

const VOICE = { text: "", media: [{ kind: "voice", file: { ref: "v" } }] };

interface Core {
  readonly decide?: () => DecisionResult;
  /** The question as it stands. */
  readonly shown?: object;
}

/** Ann was asked what to change about question `a1`; resolves to what became of each message that she says. */
async function openChat({ decide = () => "recorded", shown = {} }: Core = {}) {
  const revisions = createPendingCorrections(memoryIn(new Map()));
  await revisions.expect(
    { externalId: "5", user: "7" },
    { approval: "a1", after: 21, at: 2000, messages: ["21"] },
  );
  const decisions: Decision[] = [];
  const deps = {
    revisions,
    inbox: {
      decide: async (decision: Decision) => {
        decisions.push(decision);
        return decide();
      },
    },
    control: {
      receive: async () => ({ ...anyApproval, ...shown }),
    },
    resolveSender: async () => ANN,
    username: "reevebot",
  };
  const hear = async (own: Partial<Envelope> = {}) => {
    const envelope = { ...SAID, ...own };
    return (await applyCorrection(envelope, Number(envelope.id), deps))?.type;
  };
  return { decisions, hear };
}

test("what is written is the correction, once, and known when it comes again", async () => {
  const { decisions, hear } = await openChat();
  expect([await hear(), await hear(), await hear({ id: "31" })]).toEqual([
    "taken",
    "taken",
    undefined,
  ]);
  expect(decisions).toEqual([
    { approval: "a1", verdict: "revise", by: ANN, reason: "to Eve", from: SAID.address },
  ]);
});

test.each([
  ["was answered", { state: "executing", decidedBy: ANN.id }],
  ["was corrected in other words", { state: "cancelled", decidedBy: ANN.id, reason: "to Dan" }],
  ["was refused by somebody else", { state: "cancelled", decidedBy: "p-bob", reason: "to Eve" }],
  ["is over", { state: "expired" }],
])(
  "where the question %s, the message is an ordinary one, and so is the next",
  async (_how, shown) => {
    const { decisions, hear } = await openChat({ decide: () => "too-late", shown });
    expect([await hear(), await hear({ id: "31" })]).toEqual([undefined, undefined]);
    expect(decisions).toHaveLength(1);
  },
);

test("a message that corrected the question before the process died is known when it comes again", async () => {
  const shown = { state: "cancelled", decidedBy: ANN.id, reason: "to Eve" };
  const { hear } = await openChat({ decide: () => "too-late", shown });
  expect([await hear(), await hear()]).toEqual(["taken", "taken"]);
});

test("who may not decide any more is answered, and what breaks is tried again", async () => {
  const refused = await openChat({
    decide: () => {
      throw new Fault("denied", "Only the owner and admins can approve or deny requests.");
    },
  });
  expect([await refused.hear(), await refused.hear({ id: "31" })]).toEqual([undefined, undefined]);
  let isFull = true;
  const broken = await openChat({
    decide: () => {
      if (isFull) throw new Error("disk full");
      return "recorded";
    },
  });
  await expect(broken.hear()).rejects.toThrow("disk full");
  isFull = false;
  expect(await broken.hear()).toBe("taken");
});

test.each([
  ["is spoken", VOICE, "spoken"],
  ["is a picture", { media: [{ kind: "photo", file: { ref: "p" } }] }, "unwritten"],
  ["is blank", { text: " " }, "unwritten"],
])("what %s is told apart, and the next message is an ordinary one", async (_what, own, type) => {
  const { decisions, hear } = await openChat();
  expect([await hear(own), await hear({ id: "31" })]).toEqual([type, undefined]);
  expect(decisions).toEqual([]);
});

test("what is spoken is an ordinary message where the question is closed", async () => {
  const { hear } = await openChat({ shown: { state: "done" } });
  expect(await hear(VOICE)).toBeUndefined();
});

test.each(["/new", " /new", "@reevebot /new", "@ReeveBot, /stop"])(
  "%j ends what was asked",
  async (text) => {
    const { decisions, hear } = await openChat();
    expect([await hear({ text }), await hear({ id: "31" })]).toEqual([undefined, undefined]);
    expect(decisions).toEqual([]);
  },
);

test("what is said behind the agent's name, or behind another's, is the correction", async () => {
  for (const text of ["@reevebot to Eve", "@other /new"]) {
    const { hear } = await openChat();
    expect(await hear({ text })).toBe("taken");
  }
});

test.each([
  ["said to others", { isOverheard: true }],
  ["an edit", { edit: 1 }],
  ["passed on", { forwardedFrom: "Bob" }],
] as const)("what is %s is no correction, and the next message is", async (_what, own) => {
  const { hear } = await openChat();
  expect([await hear(own), await hear({ id: "31" })]).toEqual([undefined, "taken"]);
});
