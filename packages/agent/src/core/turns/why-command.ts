import { Fault } from "@reeve/sdk";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Store } from "../../store/store.ts";
import { type Asked, type ChatCommand, inText } from "../commands.ts";
import { type MessageLife, tellLife } from "./tell-life.ts";

/** `/why`: what became of a message, from its arrival to its answer. */
export function whyCommand(store: Store): ChatCommand {
  return {
    name: "why",
    usage: "/why [message]",
    summary: "what became of a message of this chat; without an id, of the newest",
    access: "anyone",
    async prepare(asked) {
      const id = asked.argument === "" ? await newestIn(asked, store) : asked.argument;
      const life = await tellLife(id, store);
      const { place, message } = life;
      const isHere = place?.surface === asked.address.surface && place.chat === asked.address.chat;
      const isOwn = message.author === asked.person.id;
      // Of another chat only the owner and admins read, and not where others read along.
      const mayRead = asked.address.kind === "direct" && isAtLeast(asked.person.role, "admin");
      if (!(isHere && isOwn) && !(mayRead && place?.tenant === asked.person.tenant))
        throw noMessage(id);
      const text = toLines(life).join("\n");
      return async () => inText(text);
    },
  };
}

/** Of those who ask; commands are answered at once, and nobody asks why. */
async function newestIn({ address, person }: Asked, { slow }: Store): Promise<string> {
  const places = await slow.places.byAddress(address.surface, address.chat);
  for (const place of places) {
    const said = await slow.feed.page(place.id, { limit: LOOKED_AT });
    const newest = said.find(
      ({ direction, author, text }) =>
        direction === "in" && author === person.id && !text.startsWith("/"),
    );
    const rows = newest ? await slow.inbox.find(newest.messageId) : [];
    const row = rows.find((one) => one.place === place.id && one.edit === newest?.edit);
    if (row) return row.id;
  }
  throw noMessage("");
}

const LOOKED_AT = 50;

function noMessage(id: string): Fault {
  const message =
    id === ""
      ? "You have not written to me here yet."
      : `No message of yours in this chat is called "${id}".`;
  return new Fault("missing", message, { hint: "Without an id, /why is about your newest." });
}

function toLines({ message, turn, steps, usage, approvals, outbox }: MessageLife): string[] {
  const { body, state, reason } = message;
  const said = "text" in body ? body.text : `${body.verdict} ${body.approval}`;
  const calls = steps.flatMap((step) => step.calls);
  const models = [...new Set(usage.map(({ model }) => model))].join(", ");
  const tokens = usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
  return [
    `“${cut(said)}”: ${state}${reason ? `, ${reason}` : ""}`,
    ...(turn ? [`turn: ${turn.state}, ${steps.length} steps`] : []),
    ...(turn?.incident ? [`incident: ${turn.incident}`] : []),
    ...calls.map(({ tool, verdict, state: now }) => `call: ${tool}, ${verdict}, ${now}`),
    ...approvals.map((one) => `question: ${one.state}, ${cut(one.preview)}`),
    ...(usage.length > 0 ? [`model: ${models}, ${tokens} tokens`] : []),
    ...outbox.map(
      ({ state: now, attempts }) =>
        `reply: ${now}${attempts > 0 ? `, after ${attempts} failures` : ""}`,
    ),
  ];
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line;
}

const MOST_QUOTED = 80;
