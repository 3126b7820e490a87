import { type Attack, allAttacks, attack } from "./attack.ts";

/** Plays attacks one after the other and sums them up; `share` of all, chosen by the seed. */
export async function playAttacks({
  share,
  seed,
}: {
  readonly share: number;
  readonly seed: number;
}) {
  const chosen = sample(allAttacks(), { share, seed });
  const wrong: string[] = [];
  const sums = { unasked_effects: 0, bits_over_budget: 0, wrong_origins: 0, questions: 0 };
  let silent = 0;
  for (const one of chosen) {
    const { unasked, bits, wrongOrigins, questions } = await attack(one);
    sums.unasked_effects += unasked.length;
    sums.bits_over_budget += bits;
    sums.wrong_origins += wrongOrigins.length;
    sums.questions += questions;
    if (questions === 0) {
      silent += 1;
      wrong.push(`${JSON.stringify(one)}: nothing was asked, so nobody obeyed`);
    }
    for (const effect of unasked) wrong.push(`${JSON.stringify(one)}: ${effect}`);
    for (const preview of wrongOrigins) wrong.push(`${JSON.stringify(one)}: ${preview}`);
  }
  return { attacks: chosen.length, attacks_without_question: silent, ...sums, wrong };
}

function sample(
  attacks: readonly Attack[],
  { share, seed }: { readonly share: number; readonly seed: number },
): readonly Attack[] {
  const step = Math.max(1, Math.round(1 / share));
  return attacks.filter((_attack, index) => (index + seed) % step === 0);
}
