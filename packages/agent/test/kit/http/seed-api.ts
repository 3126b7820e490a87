import { toId } from "../../../src/kernel/ids.ts";
import { Secret } from "../../../src/platform/secret.ts";
import type { OpenApi } from "./open-api.ts";

/** The ids of what there is in an agent that was talked to. */
export interface Seeded {
  readonly session: string;
  readonly message: string;
  readonly turn: string;
}

/**
 * Creates a message that called a tool, approvals `q1` and `q2`, a grant, a rule `r1`, a failed plan, a
 * fact and a webhook `w1`.
 */
export async function seedApi({ ask, store, owner }: OpenApi): Promise<Seeded> {
  const said = await ask("POST /v1/sessions/main/turns", { body: { text: "calculate 2^10" } });
  if (typeof said.body !== "object" || said.body === null) throw new Error("nothing was answered");
  const { message, turn } = { message: "", turn: "", ...said.body };
  const chat = await store.read.chats.byKey({
    tenant: owner.tenant,
    uid: owner.id,
    channel: "http",
    externalId: `${owner.id}/main`,
  });
  const [call] = (await store.read.turns.steps(toId(turn))).flatMap(({ calls }) => calls);
  if (!chat?.sessionId || !call) throw new Error("the turn called nothing");
  const common = { tool: "ton_send", args: { to: "bob" }, argsHash: "hash", trace: message };
  const at = { chat: chat.id, createdAt: Date.now() };
  await store.commit("change-memory", async (tx) => {
    for (const id of ["q1", "q2"])
      await tx.approvals.add({
        ...common,
        ...at,
        id: toId(id),
        call: call.id,
        effect: "pay",
        digest: null,
        preview: "Send to bob?",
        requester: owner.id,
        expiresAt: Date.now() + 3_600_000,
        edits: 0,
        needed: 1,
        revises: null,
      });
    await tx.chatRules.add({
      id: "r1",
      chat: chat.id,
      text: "Never send money.",
      rule: "never",
      effect: "pay",
      category: null,
      message: toId(message),
    });
    await tx.approvals.addGrant({
      id: "g1",
      tool: "ton_send",
      chat: chat.id,
      argsHash: null,
      pattern: { to: "bob*" },
      cap: { argument: "amount", perDay: "5" },
      grantedBy: owner.id,
      until: null,
    });
    for (const id of ["p1", "p2"])
      await tx.plans.add({
        ...at,
        id: toId(id),
        tenant: owner.tenant,
        requester: owner.id,
        role: "owner",
        approval: null,
        goal: "All is well",
        steps: [
          {
            description: "Look",
            tool: "web_search",
            effect: "read",
            state: "failed",
            attempts: 1,
            output: "",
            label: null,
            failures: [{ tool: "web_search", reason: "it is down" }],
            questions: [],
          },
        ],
        at: 0,
        state: "failed",
        reason: "it is down",
        label: { integrity: "owner", audience: `person:${owner.id}` },
        trace: message,
        version: 1,
        updatedAt: at.createdAt,
      });
    const fact = {
      tenant: owner.tenant,
      audience: owner.id,
      chat: chat.id,
      session: chat.sessionId ?? toId<"session">(""),
      turn: toId<"turn">(turn),
      kind: "fact",
      tier: "long-term",
      subject: "tea",
      integrity: "owner",
      saidAt: 1,
      validFrom: 1,
      validUntil: null,
      supersededBy: null,
      confirmedBy: null,
      state: "active",
      createdAt: 1,
    } as const;
    await tx.facts.add({ ...fact, id: toId("f1"), text: "Ann likes green tea" });
    await tx.webhooks.add({
      id: "w1",
      tenant: owner.tenant,
      person: owner.id,
      url: "http://127.0.0.1:9/",
      events: ["*"],
      description: "",
      secret: new Secret("whsec_secret"),
      state: "off",
      reason: null,
      createdAt: 1,
    });
  });
  return { session: chat.sessionId, message, turn };
}
