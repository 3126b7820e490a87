import { expect, test } from "vitest";
import { liveADay } from "./day.ts";

/** Questions that an ordinary task may take on average. */
const MAX_QUESTIONS = 0.15;

test(
  "an ordinary day takes few questions, and each names its source",
  { timeout: 60_000 },
  async () => {
    const { tasks, questions, wrongOrigins, failed } = await liveADay();
    expect(failed).toEqual([]);
    expect(tasks).toBe(24);
    expect(questions.length / tasks, questions.join("\n")).toBeLessThanOrEqual(MAX_QUESTIONS);
    expect(questions.map((line) => line.split(" → ")[0])).toEqual([
      "Mail carol@y.example when the ferry leaves.",
      "Delete trip.md.",
    ]);
    expect(wrongOrigins).toEqual([]);
  },
);
