import { countTokens } from "../../llm/count-tokens.ts";
import type { Batch, Line } from "../../memory/facts.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import type { Step, Turn } from "../../store/turns/turns.ts";
import { truncateToTokens } from "../context/tokens/truncate-to-tokens.ts";
import { sanitize } from "../context/render/sanitize.ts";

/** Maximum tokens of one message or reply. */
const LINE_TOKENS = 600;

/** A turn with its steps. */
type ReadTurn = Turn & { readonly steps: readonly Step[] };

export interface ReadBatch {
  /** Those of the turns that fit, at least one. */
  readonly turns: readonly ReadTurn[];
  readonly batch: Batch;
}

/**
 * Reads the messages of people in some turns of a chat, and the replies. It leaves out what was
 * looked up for the agent and what tools returned: a reply written after calls may repeat them, so
 * only the names of the tools are included.
 */
export async function readBatch(
  chat: Chat,
  waiting: readonly Turn[],
  { store, tokens }: { readonly store: Pick<Store, "read">; readonly tokens: number },
): Promise<ReadBatch> {
  const turns: ReadTurn[] = [];
  const lines: Line[] = [];
  let cost = 0;
  for (const turn of waiting) {
    const rows = await stillSaid(chat, await store.read.inbox.ofTurn(turn.id), store);
    const steps = await store.read.turns.steps(turn.id);
    const ofTurn = [...rows.flatMap((row) => said(row, turn)), ...answered(steps)];
    cost += ofTurn.reduce((sum, { text }) => sum + countTokens(text), 0);
    if (turns.length > 0 && cost > tokens) break;
    turns.push({ ...turn, steps });
    lines.push(...ofTurn);
  }
  return { turns, batch: { chat, lines } };
}

/** Without what was edited or taken back since. */
async function stillSaid(
  chat: Chat,
  rows: readonly InboxRow[],
  { read }: Pick<Store, "read">,
): Promise<readonly InboxRow[]> {
  const left: InboxRow[] = [];
  for (const row of rows) if (await read.messages.isCurrent(chat.id, row)) left.push(row);
  return left;
}

function said({ messageId, edit, author, body, label }: InboxRow, turn: Turn): readonly Line[] {
  if (body.kind !== "message") return [];
  return [
    {
      type: "said",
      messageId,
      edit,
      author,
      name: sanitize(body.name),
      role: body.role,
      integrity: label.integrity,
      text: truncateToTokens(sanitize(body.text), LINE_TOKENS, "ends"),
      at: body.sentAt,
      turn: turn.id,
      session: turn.session,
    },
  ];
}

function answered(steps: readonly Step[]): readonly Line[] {
  const tools = steps.flatMap(({ calls }) => calls.map(({ tool }) => tool));
  if (tools.length > 0)
    return [{ type: "answered", text: `(with the help of ${[...new Set(tools)].join(", ")})` }];
  const text = steps
    .map((step) => step.text)
    .join("\n")
    .trim();
  if (text === "") return [];
  return [{ type: "answered", text: truncateToTokens(sanitize(text), LINE_TOKENS, "ends") }];
}
