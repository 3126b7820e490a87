import { Fault } from "@reeve/sdk";
import { oneLine } from "../../kernel/cut-text.ts";
import { fillIn, type Language } from "../../kernel/languages.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { quotedIn } from "../../kernel/quoted-in.ts";
import { tellCount } from "../../kernel/tell-count.ts";
import type { Store } from "../../store/store.ts";
import { type Asked, type ChatCommand, inText } from "../commands.ts";
import { findLife, type MessageLife } from "./tell-life.ts";
import { reasonIn, whyTextsIn } from "./why-texts.ts";

/** `/why`: what became of a message, from its arrival to its answer. */
export function whyCommand(store: Store): ChatCommand {
  return {
    name: "why",
    usage: "/why [message]",
    summary: "what became of a message of this chat; without an id, of the newest",
    access: "anyone",
    async prepare(asked) {
      const { language } = asked;
      const id = asked.argument === "" ? await newestIn(asked, store) : asked.argument;
      const life = id === undefined ? undefined : await findLife(id, store);
      if (!life) throw noMessage(asked);
      const { place, message } = life;
      const isHere = place?.surface === asked.address.surface && place.chat === asked.address.chat;
      const isOwn = message.author === asked.person.id;
      // Of another chat only the owner and admins read, and not where others read along.
      const mayRead = asked.address.kind === "direct" && isAtLeast(asked.person.role, "admin");
      if (!(isHere && isOwn) && !(mayRead && place?.tenant === asked.person.tenant))
        throw noMessage(asked);
      const text = toLines(life, language).join("\n");
      return async () => inText(text);
    },
  };
}

/** Of those who ask, but for their asking. */
async function newestIn({ address, person }: Asked, { slow }: Store): Promise<string | undefined> {
  const places = await slow.places.byAddress(address.surface, address.chat);
  for (const place of places) {
    const said = await slow.feed.page(place.id, { limit: LOOKED_AT });
    const newest = said.find(
      ({ direction, author, text }) =>
        direction === "in" && author === person.id && !isAsking(text),
    );
    const rows = newest ? await slow.inbox.find(newest.messageId) : [];
    const row = rows.find((one) => one.place === place.id && one.edit === newest?.edit);
    if (row) return row.id;
  }
  return undefined;
}

function isAsking(text: string): boolean {
  return /^(?:@\w+[,:]?\s+)?\/why\b/i.test(text.trim());
}

const LOOKED_AT = 50;

function noMessage({ argument: id, language }: Asked): Fault {
  const { nothingSaid, noMessage: message, withoutId: hint } = whyTextsIn(language);
  return new Fault("missing", id === "" ? nothingSaid : fillIn(message, { id }), { hint });
}

function toLines(
  { message, turn, steps, usage, approvals, outbox }: MessageLife,
  language: Language,
): readonly string[] {
  const texts = whyTextsIn(language);
  const { body, state, reason } = message;
  const said = "text" in body ? body.text : `${body.verdict} ${body.approval}`;
  const calls = steps.flatMap((step) => step.calls);
  const models = [...new Set(usage.map(({ model }) => model))].join(", ");
  const tokens = usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
  const why = reason ? `, ${reasonIn(texts, reason)}` : "";
  return [
    fillIn(texts.message, {
      said: fillIn(quotedIn(language), { text: oneLine(said, MOST_QUOTED) }),
      became: `${texts.messages[state]}${why}`,
    }),
    ...(turn
      ? [fillIn(texts.turn[turn.state], { steps: tellCount(texts.steps, steps.length, language) })]
      : []),
    ...(turn?.incident ? [fillIn(texts.incident, { incident: turn.incident })] : []),
    ...calls.map(({ tool, verdict, state: now }) =>
      fillIn(texts.call, { tool, verdict: texts.verdicts[verdict], state: texts.calls[now] }),
    ),
    ...approvals.map(({ state: now, preview }) =>
      fillIn(texts.question, {
        state: texts.questions[now],
        preview: oneLine(preview, MOST_QUOTED),
      }),
    ),
    ...(usage.length > 0
      ? [fillIn(texts.model, { models, tokens: tellCount(texts.tokens, tokens, language) })]
      : []),
    ...outbox.map(({ state: now, attempts }) => {
      const tried = attempts > 0 ? `, ${tellCount(texts.failures, attempts, language)}` : "";
      return `${texts.replies[now]}${tried}`;
    }),
  ];
}

const MOST_QUOTED = 80;
