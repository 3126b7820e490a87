import type { Fact, FactExplanation, FactMention } from "@reeve/operations/facts";

export function formatFact({
  id,
  saidAt,
  kind,
  tier,
  of,
  integrity,
  isTainted,
  text,
}: Fact): string {
  const trust = isTainted ? "  not confirmed" : "";
  return `${id}  ${dayOf(saidAt)}  ${kind}, ${tier}  of ${of}  from ${integrity}${trust}\n  ${text}`;
}

export function formatExplanation(found: FactExplanation): string {
  const { text, kind, tier, state, label, isConfirmed, evidence, replaced, replacedBy } = found;
  const said = evidence.map(
    (one) => `  ${dayOf(one.at)} ${one.speaker} (${one.surface}/${one.chat}): ${one.text}`,
  );
  const trust = isConfirmed ? `${label.integrity}, confirmed` : label.integrity;
  return [
    text,
    `${kind}, ${tier}, ${state} since ${formatTime(found)}, from ${trust}, for ${label.audience}`,
    "Said:",
    ...(said.length > 0 ? said : ["  nothing that is still stored"]),
    ...replaced.map((old) => `Before: ${old.text} (${formatTime(old)}, ${old.id})`),
    ...(replacedBy ? [`Now: ${replacedBy.text} (${replacedBy.id})`] : []),
  ].join("\n");
}

function formatTime({ since, until }: FactMention): string {
  return until === undefined ? dayOf(since) : `${dayOf(since)} until ${dayOf(until)}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
