import { people as operations } from "@reeve/operations/people/people";
import { texts } from "../../platform/texts.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";
import { type ChatCommand, textReply, usageFault } from "../commands.ts";
import { PAIRING_ANSWERS } from "@reeve/operations/people/people";
import { decidePairing } from "./decide-pairing.ts";

export interface PairCommandDeps {
  readonly events: Pick<Events, "publish">;
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

/** `/pair`: lets somebody in who was shown a code, or refuses them. */
export function pairCommand({ events, isPush, localeOf }: PairCommandDeps): ChatCommand {
  const facts = {
    name: "pair",
    usage: "/pair [code] [member|guest|admin|mine|refuse]",
    access: "admin",
    scope: operations.pair.scope,
    where: "direct",
  } as const;
  return {
    ...facts,
    async answer(tx, { person, argument, now, newId, language, afterCommit }) {
      const { somebody, noneAsks, refused, letIn } = texts(language).people;
      if (argument === "") {
        const open = await tx.pairings.open(person.tenant, now);
        const people = await Promise.all(open.map((one) => tx.people.byId(one.person)));
        const rows = open.map(
          ({ code, channel, externalId }, index) =>
            `${people[index]?.name ?? somebody}, ${channel} ${externalId}: ${code}`,
        );
        return textReply(rows.join("\n") || noneAsks);
      }
      const [code = "", word = "member", ...rest] = argument.split(/\s+/);
      const answer = PAIRING_ANSWERS.find((one) => one === word.toLowerCase());
      if (!answer || rest.length > 0) throw usageFault(facts, language);
      const decision = { by: person, code, answer };
      const decided = await decidePairing(tx, decision, { newId, now, isPush, localeOf });
      afterCommit(() => {
        for (const { chat, facts: told } of decided.told) events.publish(chat, told);
      });
      const { name, role } = decided.person;
      if (answer === "mine") return textReply(texts(language).people.linked({ name }));
      return textReply((answer === "refuse" ? refused : letIn[role])({ name }));
    },
  };
}
