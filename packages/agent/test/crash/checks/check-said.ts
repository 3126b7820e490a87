import type { OuterWorld } from "../world.ts";

type Row = Readonly<Record<string, string | null>>;

/** Checks that each text spoken by a call was heard once, and nothing else. */
export function checkSaid(
  calls: readonly Row[],
  { sent }: Pick<OuterWorld, "sent">,
): readonly string[] {
  const heard = sent.flatMap(({ part }) =>
    part.type === "text" && part.spoken ? [part.text] : [],
  );
  const wanted = calls.map(({ args }) => String(JSON.parse(args ?? "{}").text));
  const wrong = wanted.filter((text) => heard.filter((one) => one === text).length !== 1);
  const extra = heard.filter((text) => text.startsWith("aloud ") && !wanted.includes(text));
  return [
    ...wrong.map((text) => `"${text}" was not said once`),
    ...extra.map((text) => `"${text}" was said, and nobody wanted it`),
  ];
}
