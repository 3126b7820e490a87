import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ChannelState } from "./channel-state.ts";

/** Approvals that people have announced a correction for, each until it is corrected or dropped. */
export interface PendingCorrections {
  /** Records that this person is going to correct an approval there. */
  expect(from: Author, expected: Expected): Promise<void>;
  /**
   * Lets a reply to this message of ours name the approval, too. Does nothing if no correction is
   * expected any more.
   */
  name(from: Author, named: { readonly approval: string; readonly message: string }): Promise<void>;
  /**
   * Returns the approvals that a message may correct, the likeliest first; empty for an ordinary
   * message. A reply corrects the approval that it replies to. Any other message corrects the
   * newest one, in a direct chat and within `REVISION_MS`.
   */
  find(from: Author, message: Correcting): Promise<readonly Revision[]>;
  /**
   * Records that a message has corrected an approval: a repeat is recognized, and no other message
   * corrects it.
   */
  take(from: Author, taken: { readonly approval: string; readonly message: string }): Promise<void>;
  /** Drops all approvals, or only this one. */
  drop(from: Author, approval?: string): Promise<void>;
}

export interface Author {
  /** External id of the chat. */
  readonly externalId: string;
  /** Platform's id of the person. */
  readonly user: string;
}

export interface Expected {
  readonly approval: string;
  /** Only messages with a higher position correct it. */
  readonly after: number;
  /** Time of the announcement, in Unix milliseconds. */
  readonly at: number;
  /**
   * Our messages that a correction may reply to: the one of the approval, and later ones about it.
   */
  readonly messages: readonly string[];
}

export interface Correcting {
  readonly id: string;
  /** Increases with the messages of a chat: their numbers, or times. */
  readonly position: number;
  /** Unix milliseconds. */
  readonly sentAt: number;
  readonly replyTo?: string | undefined;
  /** True for a direct chat: a correction need not be a reply to the bot. */
  readonly isDirect: boolean;
}

export interface Revision {
  readonly approval: string;
  /** Whether the same message has corrected it before. */
  readonly isRepeat: boolean;
}

/** Time in milliseconds during which a message that is no reply counts as the correction. */
export const REVISION_MS = 15 * 60_000;

/** Maximum number of approvals per person and chat. */
const MAX_KEPT = 20;

const storedCorrections = z.array(
  z.object({
    approval: z.string(),
    after: z.number(),
    at: z.number(),
    messages: z.array(z.string()),
    /** Message that corrected it. */
    taken: z.string().optional(),
  }),
);

type StoredCorrections = z.output<typeof storedCorrections>;

/** Calls for one chat must run one after the other. */
export function createPendingCorrections(memory: ChannelState): PendingCorrections {
  const read = async (from: Author): Promise<StoredCorrections> => {
    const text = await memory.get(keyOf(from));
    return text === undefined
      ? []
      : (storedCorrections.safeParse(parseJson(text)?.value).data ?? []);
  };
  const change = async (
    from: Author,
    how: (all: StoredCorrections) => StoredCorrections,
  ): Promise<void> => {
    const all = await read(from);
    const next = how(all).slice(-MAX_KEPT);
    if (next.length > 0) return memory.set(keyOf(from), JSON.stringify(next));
    if (all.length > 0) await memory.delete(keyOf(from));
  };
  return {
    expect: (from, { approval, after, at, messages }) =>
      change(from, (all) => {
        const known = all.find((one) => one.approval === approval)?.messages ?? [];
        const expected = { approval, after, at, messages: [...known, ...messages] };
        return [...all.filter((one) => one.approval !== approval), expected];
      }),
    name: (from, { approval, message }) =>
      change(from, (all) =>
        all.map((one) =>
          one.approval === approval ? { ...one, messages: [...one.messages, message] } : one,
        ),
      ),
    async find(from, { id, position, sentAt, replyTo, isDirect }) {
      const all = await read(from);
      const known = all.find(({ taken }) => taken === id);
      if (known) return [{ approval: known.approval, isRepeat: true }];
      const isNamed = ({ messages }: StoredCorrections[number]) =>
        replyTo !== undefined && messages.includes(replyTo);
      const isMeant = ({ at }: StoredCorrections[number]) =>
        replyTo === undefined && isDirect && sentAt - at <= REVISION_MS;
      return all
        .filter(({ after, taken }) => taken === undefined && position > after)
        .filter((one) => isNamed(one) || isMeant(one))
        .toReversed()
        .map(({ approval }) => ({ approval, isRepeat: false }));
    },
    take: (from, { approval, message }) =>
      change(from, (all) =>
        all.map((one) => (one.approval === approval ? { ...one, taken: message } : one)),
      ),
    drop: (from, approval) =>
      change(from, (all) =>
        all.filter(
          (one) => one.taken !== undefined || (approval !== undefined && one.approval !== approval),
        ),
      ),
  };
}

function keyOf({ externalId, user }: Author): string {
  return `edit:${externalId}:${user}`;
}
