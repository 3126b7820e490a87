import { toPublicAddress } from "../../kernel/public-address.ts";
import type { FactExplanation } from "@reeve/operations/memory/facts";
import { Fault } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import type { Evidence, MemoryFact } from "../../store/search/facts.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { canSee, type PrivateViewer as Viewer } from "../can-see.ts";

/** Explains why a fact is believed. Facts that the viewer may not see are treated as missing. */
export async function explainFact(
  id: string,
  viewer: Viewer,
  { slow }: Pick<Store, "slow">,
): Promise<FactExplanation> {
  const fact = await slow.facts.byId(toId(id));
  if (!fact || !canSee(viewer, fact)) throw noFact(id);
  const evidence = await slow.facts.evidenceOf(fact.id);
  const sources = await Promise.all(evidence.map((one) => sourceOf(one, viewer, slow)));
  const replaced = (await slow.facts.replacedBy(fact.id)).filter((old) => canSee(viewer, old));
  const successor = fact.supersededBy ? await slow.facts.byId(fact.supersededBy) : undefined;
  return {
    id: fact.id,
    kind: fact.kind,
    tier: fact.tier,
    text: fact.text,
    ...(fact.subject !== null && { subject: fact.subject }),
    state: fact.state,
    since: fact.validFrom,
    ...(fact.validUntil !== null && { until: fact.validUntil }),
    label: { integrity: fact.integrity, audience: fact.audience },
    isConfirmed: fact.confirmedBy !== null,
    evidence: sources.flatMap((source) => source ?? []),
    replaced: replaced.map(toMention),
    ...(successor && canSee(viewer, successor) && { replacedBy: toMention(successor) }),
  };
}

/** Returns the fact that a person may see; `missing` where there is none. */
export async function visibleFact(
  id: string,
  viewer: Viewer,
  tx: Repositories,
): Promise<MemoryFact> {
  const fact = await tx.facts.byId(toId(id));
  if (!fact || !canSee(viewer, fact)) throw noFact(id);
  return fact;
}

function noFact(id: string): Fault {
  return new Fault("missing", `Fact not found: ${id}`, {
    hint: "Find the fact's id with memory_search, or list all facts: reeve memory facts",
  });
}

async function sourceOf(
  { chat: at, messageId, edit, saidAt }: Evidence,
  viewer: Viewer,
  slow: Repositories,
): Promise<FactExplanation["evidence"][number] | undefined> {
  const chat = await slow.chats.byId(at);
  if (!chat || !canSee(viewer, { tenant: chat.tenant, audience: chat.uid })) return undefined;
  const message = await slow.inbox.byMessage(at, messageId, edit);
  if (message?.body.kind !== "message") return undefined;
  const { name: speaker, text } = message.body;
  return { at: saidAt, speaker, text, message: messageId, ...toPublicAddress(chat) };
}

function toMention({ id, text, validFrom, validUntil }: MemoryFact) {
  return { id, text, since: validFrom, ...(validUntil !== null && { until: validUntil }) };
}
