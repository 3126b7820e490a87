import type { OuterWorld } from "../world.ts";

/** Checks that each acknowledged recording was transcribed, at most once more for each process that died. */
export function checkHeard(
  { updates, acked, heard }: Pick<OuterWorld, "updates" | "acked" | "heard">,
  deaths: number,
): readonly string[] {
  const spoken = updates
    .slice(0, acked)
    .flatMap((update) =>
      update.type === "message" && update.isSpoken ? [`${update.tag}| ${update.text}`] : [],
    );
  return spoken.flatMap((recording) => {
    const times = heard.filter((one) => one === recording).length;
    const isRight = times >= 1 && times <= 1 + deaths;
    return isRight ? [] : [`"${recording}" was listened to ${times} times`];
  });
}
