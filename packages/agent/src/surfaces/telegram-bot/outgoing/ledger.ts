import { z } from "zod";
import type { SurfaceMemory } from "../../surface-memory.ts";

/** What a text leaves as: from the best that Telegram may take to what it always takes. */
export const FORMS = ["voice", "rich", "entities", "plain"] as const;

export type Form = (typeof FORMS)[number];

const kept = z.object({
  client: z.string(),
  ids: z.array(z.number()),
  after: z.number().optional(),
  marker: z.number().optional(),
  form: z.enum(FORMS).optional(),
});

type Kept = z.output<typeof kept>;

/**
 * What has been sent of the part of a reply that leaves for a chat, kept over a crash. The
 * parts of a chat leave one after the other, so one record for each chat is enough.
 */
export interface Ledger {
  /** The messages that the part has become so far, one for each of its pieces. */
  readonly ids: readonly number[];
  /** The next piece was on its way, and is not known to have arrived: only numbers above this one can be its. */
  readonly after: number | undefined;
  /** A message of ours above all that the next piece can be, which stands there only to know that. */
  readonly marker: number | undefined;
  /** As what the part leaves; undefined before its first piece was tried. */
  readonly form: Form | undefined;
  /** From now on it leaves like this; kept with what is told next. */
  choose(form: Form): void;
  /** The next piece leaves now. */
  begin(after: number): Promise<void>;
  /** This marker was sent to look for the piece; it is there until the piece is. */
  mark(message: number): Promise<void>;
  /** It has arrived. */
  sent(message: number): Promise<void>;
  /** Telegram refused it: nothing is on its way. */
  refused(): Promise<void>;
}

const NOTHING_UNDER_WAY = { after: undefined, marker: undefined } as const;

export async function openLedger(
  memory: SurfaceMemory,
  { chat, clientId }: { readonly chat: string; readonly clientId: string },
): Promise<Ledger> {
  const key = `out:${chat}`;
  const stored = await memory.get(key);
  // What words were taken out of is no record any more.
  const before = stored === undefined ? undefined : kept.safeParse(JSON.parse(stored)).data;
  let now: Kept = before?.client === clientId ? before : { client: clientId, ids: [] };
  const keep = async (next: Kept) => {
    await memory.set(key, JSON.stringify(next));
    now = next;
  };
  return {
    get ids() {
      return now.ids;
    },
    get after() {
      return now.after;
    },
    get marker() {
      return now.marker;
    },
    get form() {
      return now.form;
    },
    choose(form) {
      now = { ...now, form };
    },
    begin: (after) => keep({ ...now, after, marker: undefined }),
    mark: (marker) => keep({ ...now, marker }),
    sent: (message) => keep({ ...now, ...NOTHING_UNDER_WAY, ids: [...now.ids, message] }),
    refused: () => keep({ ...now, ...NOTHING_UNDER_WAY }),
  };
}
