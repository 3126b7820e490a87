import { approvals } from "@reeve/operations/work/approvals";
import { type ChatCommand, textReply } from "../../commands.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { type LocalizePrompt, withoutNames } from "./localize-prompt.ts";

/** More are not asked again at once. */
const MAX_ITEMS = 10;

/** `/approvals`: asks again what is still open, in a group what was asked there. */
export function approvalsCommand({
  questionIn,
}: {
  readonly questionIn: LocalizePrompt;
}): ChatCommand {
  return {
    name: "approvals",
    usage: "/approvals",
    access: "admin",
    scope: approvals.decide.scope,
    async answer(tx, { chat, isPush, language }) {
      const open = await openIn(tx, chat);
      if (open.length === 0) return textReply(texts(language).approvals.none);
      const asked = open.slice(0, MAX_ITEMS).map((approval) => ({
        approval: approval.id,
        question: questionIn(approval.chat === chat.id ? approval : withoutNames(approval), {
          chat,
          language,
        }),
      }));
      if (isPush) return asked.map((one): ReplyPart => ({ type: "approval", ...one }));
      return textReply(asked.map((one) => `${one.question}\n(${one.approval})`).join("\n\n"));
    },
  };
}

/** Open ones stand first in the list, so that few others are read. */
async function openIn(tx: Repositories, chat: Chat): Promise<readonly Approval[]> {
  const listed = await tx.approvals.list(LOOKED_AT);
  const open = listed.filter(({ state, batch }) => state === "pending" && batch === undefined);
  const here = open.filter((approval) => approval.chat === chat.id);
  if (chat.kind !== "direct") return here;
  const ofTenant: Approval[] = [];
  for (const approval of open) {
    const asked = await tx.chats.byId(approval.chat);
    if (asked?.tenant === chat.tenant) ofTenant.push(approval);
  }
  return ofTenant;
}

const LOOKED_AT = 50;
