import { Fault, type Picture } from "@reeve/sdk";
import type { Vision } from "../media.ts";

/** What it was asked to look at. */
export interface Look {
  readonly picture: Picture;
  readonly question: string | undefined;
}

/** Eyes that say the given words one after the other, then that nobody sees any more. */
export function fakeVision(
  ...answers: readonly string[]
): Vision & { readonly looks: readonly Look[] } {
  const looks: Look[] = [];
  return {
    looks,
    async look(picture, { question }) {
      looks.push({ picture, question });
      const text = answers[looks.length - 1];
      if (text === undefined) throw new Fault("unavailable", "Nobody sees.");
      return { text };
    },
  };
}
