import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { TurnId } from "../../../kernel/ids.ts";
import type { Log } from "../../../platform/log.ts";
import type { Store } from "../../../store/store.ts";
import type { TurnHistory } from "../../../store/turns.ts";
import { renderMessages } from "../../../llm/render-messages.ts";
import { toUnits } from "../../context/history/to-units.ts";

/**
 * Adds an ended turn to `<session>.jsonl` in `folder`. The file is a copy that
 * nothing reads again: a turn whose process died right after it ended may be
 * missing, and a file that cannot be written only leaves a line in the log.
 */
export async function appendTranscript(
  turn: TurnId,
  { store, folder, log }: { store: Store; folder: string; log: Log },
): Promise<void> {
  const write = async () => {
    const row = await store.read.turns.byId(turn);
    const [history] = await store.read.turns.historyOf([turn]);
    if (!row?.endedAt || !history) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${row.session}.jsonl`);
    await appendFile(file, renderTranscript(history), { mode: 0o600 });
  };
  await write().catch((error: unknown) => log.warn("failed to write transcript", { turn, error }));
}

/** A turn as lines of JSON, one a message, for people and programs outside. */
export function renderTranscript({ turn, steps }: TurnHistory): string {
  return renderMessages(toUnits(steps))
    .map((message) => `${JSON.stringify({ turn, ...message })}\n`)
    .join("");
}
