import { turns } from "@reeve/operations/work/turns";
import { Fault } from "@reeve/sdk";
import { truncateToLine } from "../../../kernel/text/truncate.ts";
import type { Language } from "../../../kernel/languages.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import type { Store } from "../../../store/store.ts";
import { type CommandRequest, type ChatCommand, textReply } from "../../commands.ts";
import { findTimeline, type MessageTimeline } from "./message-timeline.ts";

/** `/why`: what became of a message, from its arrival to its answer. */
export function whyCommand(store: Store): ChatCommand {
  return {
    name: "why",
    usage: "/why [message]",
    access: "anyone",
    scope: turns.why.scope,
    async prepare(asked) {
      const { language } = asked;
      const id = asked.argument === "" ? await newestIn(asked, store) : asked.argument;
      const life = id === undefined ? undefined : await findTimeline(id, store);
      if (!life) throw noMessage(asked);
      const { chat, message } = life;
      const isHere =
        chat?.channel === asked.address.channel && chat.externalId === asked.address.externalId;
      const isOwn = message.author === asked.person.id;
      // Only the owner and admins read about another chat, and only in a direct chat.
      const mayRead = asked.address.kind === "direct" && isAtLeast(asked.person.role, "admin");
      if (!(isHere && isOwn) && !(mayRead && chat?.tenant === asked.person.tenant))
        throw noMessage(asked);
      const text = toLines(life, language).join("\n");
      return async () => textReply(text);
    },
  };
}

/** Finds the newest message of the requester other than the question itself. */
async function newestIn(
  { address, person }: CommandRequest,
  { slow }: Store,
): Promise<string | undefined> {
  const chats = await slow.chats.byAddress(address.channel, address.externalId);
  for (const chat of chats) {
    const said = await slow.messages.page(chat.id, { limit: LOOKED_AT });
    const newest = said.find(
      ({ direction, author, text }) =>
        direction === "in" && author === person.id && !isAsking(text),
    );
    const rows = newest ? await slow.inbox.find(newest.messageId) : [];
    const row = rows.find((one) => one.chat === chat.id && one.edit === newest?.edit);
    if (row) return row.id;
  }
  return undefined;
}

function isAsking(text: string): boolean {
  return /^(?:@\w+[,:]?\s+)?\/why\b/i.test(text.trim());
}

const LOOKED_AT = 50;

function noMessage({ argument: id, language }: CommandRequest): Fault {
  const { nothingSaid, noMessage: message, withoutId: hint } = texts(language).why;
  return new Fault("missing", id === "" ? nothingSaid : message({ id }), { hint });
}

function toLines(
  { message, turn, steps, usage, approvals, outbox }: MessageTimeline,
  language: Language,
): readonly string[] {
  const { why: said, typography } = texts(language);
  const { body, state, reason } = message;
  const text = "text" in body ? body.text : `${body.verdict} ${body.approval}`;
  const calls = steps.flatMap((step) => step.calls);
  const models = [...new Set(usage.map(({ model }) => model))].join(", ");
  const tokens = usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
  const why = reason ? `, ${reasonIn(said, reason)}` : "";
  return [
    said.message({
      said: typography.quoted({ text: truncateToLine(text, MAX_QUOTED) }),
      became: `${said.messages[state]}${why}`,
    }),
    ...(turn ? [said.turn[turn.state]({ steps: said.steps({ count: steps.length }) })] : []),
    ...(turn?.incident ? [said.incident({ incident: turn.incident })] : []),
    ...calls.map(({ tool, verdict, state: now }) =>
      said.call({ tool, verdict: said.verdicts[verdict], state: said.calls[now] }),
    ),
    ...approvals.map(({ state: now, preview }) =>
      said.question({
        state: said.questions[now],
        preview: truncateToLine(preview, MAX_QUOTED),
      }),
    ),
    ...(usage.length > 0 ? [said.model({ models, tokens: said.tokens({ count: tokens }) })] : []),
    ...outbox.map(({ state: now, attempts, outages }) => {
      const count = attempts + outages;
      const tried = count > 0 ? `, ${said.failures({ count })}` : "";
      return `${said.replies[now]}${tried}`;
    }),
  ];
}

const MAX_QUOTED = 80;

/** Why a message ended as it did, in these words where there are some for it. */
function reasonIn({ reasons }: Texts["why"], reason: string): string {
  return new Map(Object.entries(reasons)).get(reason) ?? reason;
}
