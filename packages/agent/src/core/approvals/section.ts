import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { toId } from "../../kernel/ids.ts";
import type { Language } from "../../kernel/languages.ts";
import type { Store } from "../../store/store.ts";
import { callerPlace, refuseBelow } from "../caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { LocaleOf } from "../locale.ts";
import type { QuestionIn } from "./question-in.ts";
import { grantTerms, type Inbox, VERDICTS } from "../inbox.ts";

interface ApprovalsParts {
  readonly store: Store;
  readonly inbox: Pick<Inbox, "decide">;
  readonly clock: Clock;
  /** How people are spoken to in a place. */
  readonly localeOf: LocaleOf;
  readonly questionIn: QuestionIn;
}

/** Open questions, answers to them, and what was allowed for good. */
export function approvalsSection(parts: ApprovalsParts): ControlSection {
  const { store, inbox, clock } = parts;
  return {
    name: "approvals",
    methods: {
      list: defineMethod({
        summary: "Approvals, open ones first.",
        params: z.object({ limit: z.number().int().min(1).max(500).default(50) }),
        run: async ({ limit }, { person }) => {
          refuseBelow("admin", person, "see what waits for an answer");
          const places = await placesOf(person.tenant, store);
          const approvals = await store.slow.approvals.list(limit);
          return approvals.filter(({ place }) => places.has(place));
        },
      }),
      show: defineMethod({
        summary:
          "One question as this chat is shown it, with what it asks for and what became of it.",
        params: z.object({ approval: z.string() }),
        run: async ({ approval: id }, caller) => {
          const { person } = caller;
          refuseBelow("admin", person, "see what waits for an answer");
          const approval = await store.slow.approvals.byId(toId(id));
          const place = approval && (await store.read.places.byId(approval.place));
          if (approval && place?.tenant === person.tenant) {
            const language = await languageFor(caller, parts);
            return { ...approval, question: parts.questionIn(approval, { place, language }) };
          }
          throw new Fault("missing", `There is no question ${id}.`, {
            hint: "List them: reeve approvals",
          });
        },
      }),
      decide: defineMethod({
        summary: "Answer a question: allow a call, refuse it, answer in words, or have it changed.",
        params: z.object({
          approval: z.string(),
          verdict: z.enum(VERDICTS),
          reason: z.string().max(2000).optional(),
          args: z.unknown().optional(),
          always: z.union([z.boolean(), grantTerms]).optional(),
        }),
        run: async ({ approval, ...answer }, { person, surface, chat }) => ({
          outcome: await inbox.decide({
            ...answer,
            approval: toId(approval),
            by: person,
            from: { surface, chat },
          }),
        }),
      }),
      grants: defineMethod({
        summary: "What runs without a question, and where.",
        params: z.object({}),
        run: (_params, caller) => listGrants(caller, store, clock.now()),
      }),
      revoke: defineMethod({
        summary: "Take a lasting permission back: from now on it is asked again.",
        params: z.object({ grant: z.string() }),
        run: async ({ grant: id }, caller) => {
          const grants = await listGrants(caller, store, clock.now());
          const known = grants.find((grant) => grant.id === id);
          const isRevoked =
            known &&
            (await store.commit("revoke-grant", (tx) => tx.approvals.revokeGrant(id, clock.now())));
          if (!isRevoked)
            throw new Fault("missing", `There is no grant ${id}.`, {
              hint: "List them with `reeve approvals grants`.",
            });
          return { revoked: id, tool: known.tool };
        },
      }),
      feedback: defineMethod({
        summary: "What became of the questions so far, and how long it took, newest first.",
        params: z.object({ limit: z.number().int().min(1).max(500).default(50) }),
        run: ({ limit }, { person }) => {
          refuseBelow("admin", person, "see how questions were answered");
          return store.slow.approvals.feedback(limit);
        },
      }),
    },
  };
}

/** Of the chat in which the caller asks. */
async function languageFor(
  caller: Caller,
  { store, localeOf }: Pick<ApprovalsParts, "store" | "localeOf">,
): Promise<Language> {
  const { tenant, id: uid } = caller.person;
  const own = { tenant, uid, kind: "direct", language: null } as const;
  return (await localeOf(store.read, (await callerPlace(caller, store)) ?? own)).language;
}

/** Of the caller's tenant, with the chat each of them holds in. */
async function listGrants({ person }: Caller, { slow }: Store, now: number) {
  refuseBelow("admin", person, "see what was allowed for good");
  const places = await placesOf(person.tenant, { slow });
  const grants = await slow.approvals.allGrants(now);
  return grants.flatMap((grant) => {
    const place = places.get(grant.place);
    return place ? [{ ...grant, surface: place.surface, chat: place.chat }] : [];
  });
}

async function placesOf(tenant: string, { slow }: Pick<Store, "slow">) {
  const places = (await slow.places.list()).filter((place) => place.tenant === tenant);
  return new Map(places.map((place) => [place.id, place]));
}
