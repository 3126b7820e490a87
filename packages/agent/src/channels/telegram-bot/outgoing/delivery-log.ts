import type { Clock } from "../../../kernel/clock.ts";
import { parseChat } from "../chat-address.ts";
import {
  type ChatRecord,
  type Form,
  heightIn,
  type Placeholder,
  type SentPart,
  withKnown,
  withoutPlaceholders,
  withPart,
} from "../delivery-state.ts";
import type { BotMessages } from "../bot-messages.ts";

/**
 * Record, which survives a crash, of how much of a reply part has been sent to a chat. The parts of
 * a chat are sent one after the other, so one record per chat is enough.
 */
export interface DeliveryLog {
  /** Messages of the part so far, one per piece. */
  readonly ids: readonly number[];
  /** Set while the next piece is being sent: only higher numbers can be its number. */
  readonly after: number | undefined;
  /**
   * Number of our message above all possible numbers of the next piece; it was sent only as such a
   * marker.
   */
  readonly marker: number | undefined;
  /**
   * Unix time in seconds before which no message can be the next piece; undefined if all earlier
   * messages are known.
   */
  readonly since: number | undefined;
  /** Form of the part; undefined before the first attempt to send a piece. */
  readonly form: Form | undefined;
  /** Returns our other messages in the chat. */
  others(): Promise<Others>;
  /** Chooses the form from now on. It is stored with the next change. */
  choose(form: Form): void;
  /** Records that the next piece is being sent; its number will be higher than this one. */
  start(after: number): Promise<void>;
  /**
   * Stores the marker that was sent to find the piece, with its date in seconds; it stays until the
   * piece is found.
   */
  mark(message: number, date: number): Promise<void>;
  /** Records that the piece has arrived. */
  sent(message: number): Promise<void>;
  /** Records that Telegram refused it: nothing is being sent. */
  refused(): Promise<void>;
}

interface Others {
  /** Messages that are not the piece. */
  readonly known: readonly number[];
  /** Whether no other message can have arrived unnoticed in another topic. */
  readonly isAlone: boolean;
}

interface DeliveryLogOf {
  /** Telegram's id, without a topic. */
  readonly chat: string;
  /** External id of the chat. */
  readonly externalId: string;
  readonly topic?: number | undefined;
  readonly clientId: string;
  readonly clock: Clock;
}

const NOTHING_UNDER_WAY = {
  after: undefined,
  begun: undefined,
  marker: undefined,
  since: undefined,
} as const;

/** Tolerance in seconds, because clocks are adjusted and dates are whole seconds. */
const SLACK_SECONDS = 3;

export async function openDeliveryLog(
  own: BotMessages,
  { chat, externalId, topic, clientId: client, clock }: DeliveryLogOf,
): Promise<DeliveryLog> {
  const isThis = (one: SentPart) => one.place === externalId && one.client === client;
  const partIn = async (where: string) => (await own.read(where)).parts.find(isThis);
  // After a group has migrated, earlier messages are stored under its old id.
  const arrived = async () => (await partIn(parseChat(externalId).chat))?.ids ?? [];
  let now: SentPart = (await partIn(chat)) ?? { place: externalId, client, ids: await arrived() };
  const keep = async (next: SentPart, how = (record: ChatRecord) => record) => {
    await own.change(chat, (record) => how(withPart(record, next)));
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
    get since() {
      return now.since;
    },
    get form() {
      return now.form;
    },
    async others() {
      const { known, parts, placeholders } = await own.read(chat);
      const isElsewhere =
        parts.some((one) => one.place !== externalId && one.after !== undefined) ||
        placeholders.some((one) => one.topic !== topic && one.id === undefined);
      return { known, isAlone: !isElsewhere };
    },
    choose(form) {
      now = { ...now, form };
    },
    async start(seen) {
      const height = heightIn(await own.read(chat));
      // Without a record of the chat, the numbers of earlier messages are unknown.
      const begun = height === 0 ? clock.now() : undefined;
      await keep({ ...now, ...NOTHING_UNDER_WAY, after: Math.max(seen, height), begun });
    },
    mark(marker, date) {
      const { begun } = now;
      const since =
        begun === undefined
          ? undefined
          : date - Math.ceil((clock.now() - begun) / 1000) - SLACK_SECONDS;
      return keep({ ...now, marker, since }, (record) => withKnown(record, marker));
    },
    sent: (message) =>
      keep({ ...now, ...NOTHING_UNDER_WAY, ids: [...now.ids, message] }, (record) =>
        withKnown(withoutPlaceholders(record, takenBy(client)), message),
      ),
    refused: () => keep({ ...now, ...NOTHING_UNDER_WAY }),
  };
}

/** A placeholder that a part has replaced belongs to that part. */
function takenBy(client: string): (one: Placeholder) => boolean {
  return ({ taken }) => taken === client;
}
