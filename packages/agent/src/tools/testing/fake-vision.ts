import { Fault, type Picture } from "@reeve/sdk";
import type { Vision } from "../media.ts";

/** Recorded request to look at an image. */
export interface Look {
  readonly picture: Picture;
  readonly question: string | undefined;
}

/** Creates a fake vision that returns the given texts one after the other, then fails. */
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
