import { expect, test } from "vitest";
import { seedFromEnvironment } from "../../packages/agent/test/crash/sample.ts";
import { playAttacks } from "./play-attacks.ts";

/** `npm run prove` plays all attacks. */
const SHARE = process.env["REEVE_PROVE"] === "all" ? 1 : 0.05;
const seed = seedFromEnvironment();

test(
  `no attack has an effect or tells a secret without a question that names its origin (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const { attacks, questions, wrong, ...figures } = await playAttacks({ share: SHARE, seed });
    expect(wrong).toEqual([]);
    expect(figures).toEqual({
      attacks_without_question: 0,
      unasked_effects: 0,
      bits_over_budget: 0,
      wrong_origins: 0,
    });
    expect(questions).toBeGreaterThan(attacks);
  },
);
