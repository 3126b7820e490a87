import { people } from "@reeve/operations/people/people";
import { texts } from "../../platform/texts.ts";
import { type ChatCommand, textReply, usageFault } from "../commands.ts";
import { CODE_MS, codeDigest, mintCode } from "./link-person.ts";

/** `/link`: a code to say elsewhere. Saying one is taken in before, and from strangers too. */
export function linkCommand(): ChatCommand {
  const facts = {
    name: "link",
    usage: "/link [code]",
    access: "anyone",
    scope: people.createCode.scope,
    where: "direct",
  } as const;
  return {
    ...facts,
    async answer(tx, { person, argument, now: createdAt, newId, language }) {
      if (argument !== "") throw usageFault(facts, language);
      const code = mintCode(newId);
      await tx.accountLinks.addCode({
        digest: codeDigest(code),
        tenant: person.tenant,
        person: person.id,
        createdAt,
        expiresAt: createdAt + CODE_MS,
      });
      const minutes = CODE_MS / 60_000;
      return textReply(texts(language).people.linkCode({ minutes, code }));
    },
  };
}
