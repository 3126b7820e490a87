import type { Events } from "../events.ts";
import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import { decidePairing, PAIRING_ANSWERS } from "./decide-pairing.ts";

export interface PairCommandParts {
  readonly events: Pick<Events, "publish">;
  readonly isPush: (surface: string) => boolean;
}

/** `/pair`: lets somebody in who was shown a code, or refuses them. */
export function pairCommand({ events, isPush }: PairCommandParts): ChatCommand {
  const facts = {
    name: "pair",
    usage: "/pair [code] [member|guest|admin|refuse]",
    summary: "let somebody in who wrote to me and was shown a code",
    access: "admin",
    where: "direct",
  } as const;
  return {
    ...facts,
    async answer(tx, { person, argument, now, newId, afterCommit }) {
      if (argument === "") {
        const open = await tx.pairings.open(person.tenant, now);
        const people = await Promise.all(open.map((one) => tx.people.byId(one.person)));
        const rows = open.map(
          ({ code, surface, externalId }, index) =>
            `${people[index]?.name ?? "somebody"}, ${surface} ${externalId}: ${code}`,
        );
        return inText(rows.length > 0 ? rows.join("\n") : "Nobody asks to be let in.");
      }
      const [code = "", word = "member", ...rest] = argument.split(/\s+/);
      const answer = PAIRING_ANSWERS.find((one) => one === word.toLowerCase());
      if (!answer || rest.length > 0) throw wrongUsage(facts);
      const decision = { by: person, code, answer };
      const decided = await decidePairing(tx, decision, { newId, now, isPush });
      afterCommit(() => {
        for (const { place, facts: told } of decided.told) events.publish(place, told);
      });
      const { name, role } = decided.person;
      return inText(answer === "refuse" ? `${name} is refused.` : `${name} is a ${role} now.`);
    },
  };
}
