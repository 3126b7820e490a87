import type { Kernel } from "../../../store/kernel.ts";
import { toPublicAddress } from "../../../kernel/public-address.ts";
import { Fault } from "@reeve/sdk";
import { toId } from "../../../kernel/ids.ts";
import type { Language } from "../../../kernel/languages.ts";
import type { Grant } from "../../../store/turns/approvals.ts";
import type { Store } from "../../../store/store.ts";
import type { Toolbox } from "../../../tools/toolbox.ts";
import { grantWarning } from "../grant-warning.ts";
import { callerChat } from "../../access-checks.ts";
import { approvals } from "@reeve/operations/work/approvals";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage } from "../../../operations/pages.ts";
import type { LocaleOf } from "../../locale.ts";
import { isUnallowed, outcomeLines } from "./result-line.ts";
import { type LocalizePrompt, withoutNames } from "./localize-prompt.ts";
import type { Inbox } from "../../inbox.ts";

/** So many questions are listed; older ones are found by their ids. */
const MAX_ITEMS = 500;

interface ApprovalsDeps extends Kernel {
  readonly inbox: Pick<Inbox, "decide">;
  readonly toolbox: Pick<Toolbox, "get">;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  readonly questionIn: LocalizePrompt;
}

/** Open questions, answers to them, and what was allowed for good. */
export function approvalOperations(deps: ApprovalsDeps): Implementation {
  const { store, inbox, clock, newId } = deps;
  const warningOf = (grant: Grant) => {
    const tool = deps.toolbox.get(grant.tool);
    return tool && grantWarning(grant, tool);
  };
  return implement(
    approvals,
    {
      async list({ state, ...page }, { person }) {
        const chats = await chatsOf(person.tenant, store);
        const found = (await store.slow.approvals.list(MAX_ITEMS)).filter(
          (one) => chats.has(one.chat) && (state === undefined || one.state === state),
        );
        return cutPage(found, page, ({ id }) => id);
      },
      async show({ id }, caller) {
        const approval = await store.slow.approvals.byId(toId(id));
        const chat = approval && (await store.read.chats.byId(approval.chat));
        if (approval && chat?.tenant === caller.person.tenant) {
          const language = await languageFor(caller, deps);
          const isOwn = approval.requester === caller.person.id;
          const shown = isOwn ? approval : withoutNames(approval);
          const { questionIn } = deps;
          const question = questionIn(shown, { chat, language });
          const outcome = isUnallowed(shown)
            ? outcomeLines(shown, { chat, language, questionIn })
            : undefined;
          return { ...shown, question, outcome };
        }
        throw new Fault("missing", `Approval not found: ${id}`, {
          hint: "List pending approvals: reeve approvals",
        });
      },
      async decide({ id, ...answer }, { person, channel, externalId }) {
        const approval = toId<"approval">(id);
        const from = { channel, externalId };
        const outcome = await inbox.decide({ ...answer, approval, by: person, from });
        const grants =
          answer.always && outcome === "recorded"
            ? await store.read.approvals.allGrants(clock.now())
            : [];
        const grant = grants.find((one) => one.id === id);
        return { outcome, warning: grant && warningOf(grant) };
      },
      async feedback(page) {
        const found = await store.slow.approvals.feedback(MAX_ITEMS);
        return cutPage(found, page, ({ approval, at }) => `${approval} ${at}`);
      },
      async grants(page, caller) {
        const grants = await listGrants(caller, store, clock.now());
        const found = grants.map((grant) => ({
          ...grant,
          ...toPublicAddress(grant),
          warning: warningOf(grant),
        }));
        return cutPage(found, page, ({ id }) => id);
      },
      async revoke({ id }, caller) {
        const grants = await listGrants(caller, store, clock.now());
        const isRevoked =
          grants.some((grant) => grant.id === id) &&
          (await store.commit("revoke-grant", (tx) => tx.approvals.revokeGrant(id, clock.now())));
        if (!isRevoked)
          throw new Fault("missing", `Grant not found: ${id}`, {
            hint: "List grants: reeve approvals grants",
          });
      },
    },
    newId,
  );
}

/** Returns the language of the chat in which the caller asks. */
async function languageFor(
  caller: Caller,
  { store, localeOf }: Pick<ApprovalsDeps, "store" | "localeOf">,
): Promise<Language> {
  const { tenant, id: uid } = caller.person;
  const own = { tenant, uid, kind: "direct", language: null } as const;
  return (await localeOf(store.read, (await callerChat(caller, store)) ?? own)).language;
}

/** Lists the grants of the caller's tenant, with the chat of each. */
async function listGrants({ person }: Caller, { slow }: Store, now: number) {
  const chats = await chatsOf(person.tenant, { slow });
  const grants = await slow.approvals.allGrants(now);
  return grants.flatMap((grant) => {
    const chat = chats.get(grant.chat);
    return chat ? [{ ...grant, channel: chat.channel, externalId: chat.externalId }] : [];
  });
}

async function chatsOf(tenant: string, { slow }: Pick<Store, "slow">) {
  const chats = (await slow.chats.list()).filter((chat) => chat.tenant === tenant);
  return new Map(chats.map((chat) => [chat.id, chat]));
}
