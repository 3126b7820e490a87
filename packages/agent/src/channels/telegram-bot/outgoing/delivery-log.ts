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
import type { SentMessage } from "./send-piece.ts";
import type { BotMessages } from "../bot-messages.ts";

/**
 * Record, which survives a crash, of how much of a reply part has been sent to a chat. The parts of
 * a chat are sent one after the other, so one record per chat is enough.
 */
export interface DeliveryLog {
  /** Messages of the part so far, one per piece. */
  readonly ids: readonly number[];
  /**
   * Highest known number at the start of each unsettled attempt to send the next piece, whose number is
   * higher; 0 if none was known.
   */
  readonly floors: readonly number[];
  /** Message of a repeated attempt, if copies by earlier ones may still have to be deleted. */
  readonly repeated: SentMessage | undefined;
  /**
   * Returns the Unix time in seconds before which no message can be the piece, by the clock of Telegram, on
   * which it is now `date`; undefined if all earlier messages are known.
   */
  earliest(date: number): number | undefined;
  /** Form of the part; undefined before the first attempt to send a piece. */
  readonly form: Form | undefined;
  /** Returns our other messages in the chat. */
  others(): Promise<Others>;
  /** Chooses the form from now on. It is stored with the next change. */
  choose(form: Form): void;
  /** Records that the next piece is being sent; its number will be higher than this one. */
  start(floor: number): Promise<void>;
  /** Records the message of a repeated attempt, before copies by earlier ones are deleted. */
  repeat(sent: SentMessage): Promise<void>;
  /** Records that the piece has arrived. */
  sent(message: number): Promise<void>;
  /** Records that Telegram refused the last attempt. */
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

const SETTLED = { begun: undefined, repeated: undefined };

/** Tolerance in seconds, because clocks are adjusted and dates are whole seconds. */
const SLACK_SECONDS = 3;

/** So many attempts to send a piece are remembered. */
const MAX_ATTEMPTS = 3;

export async function openDeliveryLog(
  own: BotMessages,
  { chat, externalId, topic, clientId: client, clock }: DeliveryLogOf,
): Promise<DeliveryLog> {
  const isThis = (one: SentPart) => one.place === externalId && one.client === client;
  const partIn = async (where: string) => (await own.read(where)).parts.find(isThis);
  // After a group has migrated, earlier messages are stored under its old id.
  const arrived = async () => (await partIn(parseChat(externalId).chat))?.ids ?? [];
  let now: SentPart = (await partIn(chat)) ?? {
    place: externalId,
    client,
    ids: await arrived(),
    floors: [],
  };
  const keep = async (next: SentPart, how = (record: ChatRecord) => record) => {
    await own.change(chat, (record) => how(withPart(record, next)));
    now = next;
  };
  return {
    get ids() {
      return now.ids;
    },
    get floors() {
      return now.floors;
    },
    get repeated() {
      return now.repeated;
    },
    get form() {
      return now.form;
    },
    async others() {
      const { known, parts, placeholders } = await own.read(chat);
      const isElsewhere =
        parts.some((one) => one.place !== externalId && one.floors.length > 0) ||
        placeholders.some((one) => one.topic !== topic && one.id === undefined);
      return { known, isAlone: !isElsewhere };
    },
    choose(form) {
      now = { ...now, form };
    },
    earliest(date) {
      const { begun } = now;
      if (begun === undefined) return undefined;
      return date - Math.ceil((clock.now() - begun) / 1000) - SLACK_SECONDS;
    },
    async start(seen) {
      const floor = Math.max(seen, heightIn(await own.read(chat)));
      const begun = now.begun ?? (floor === 0 ? clock.now() : undefined);
      await keep({ ...now, begun, floors: [...now.floors, floor].slice(-MAX_ATTEMPTS) });
    },
    sent: (message) =>
      keep({ ...now, ...SETTLED, floors: [], ids: [...now.ids, message] }, (record) =>
        withKnown(withoutPlaceholders(record, takenBy(client)), message),
      ),
    repeat: (repeated) =>
      keep({ ...now, repeated }, (record) => withKnown(record, repeated.message)),
    async refused() {
      const floors = now.floors.slice(0, -1);
      await keep(floors.length === 0 ? { ...now, ...SETTLED, floors } : { ...now, floors });
    },
  };
}

/** A placeholder that a part has replaced belongs to that part. */
function takenBy(client: string): (one: Placeholder) => boolean {
  return ({ taken }) => taken === client;
}
