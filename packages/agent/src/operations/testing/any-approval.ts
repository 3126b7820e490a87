import type { ApprovalView } from "@reeve/operations/work/approvals";

/** A question that waits, for tests that care about some of it. */
export const anyApproval: ApprovalView & { readonly question: string } = {
  id: "a1",
  call: "c1",
  tool: "dns_bid",
  args: {},
  effect: "pay",
  preview: "Bid?",
  question: "Bid?",
  requester: "owner",
  state: "pending",
  createdAt: 1,
  expiresAt: 2,
  decidedBy: null,
  reason: null,
  edits: 0,
  needed: 1,
  votes: 0,
  revises: null,
  trace: "cause",
};
