import { attempt } from "../../../kernel/attempt.ts";

/** Record of how much of a reply part has been sent to a chat. It survives a crash. */
export interface DeliveryLog<Id> {
  /** Messages of the part so far, one per piece. */
  readonly ids: readonly Id[];
  /** Whether it is unknown if the next piece has arrived: an attempt to send it started and never ended. */
  readonly isUnsettled: boolean;
  /** Records that the next piece is being sent. Returns its id if it turns out to have arrived before. */
  start(): Promise<Id | undefined>;
  /** Records that the piece has arrived. */
  sent(id: Id): Promise<void>;
  /** Records that the platform refused the piece. Returns its id if it turns out to have arrived before. */
  refused(): Promise<Id | undefined>;
}

/** How a platform receives the pieces of a part. */
export interface Courier<Piece, Id> {
  readonly log: DeliveryLog<Id>;
  /** Sends a piece as a new message. Returns its id. */
  readonly post: (piece: Piece, order: Order) => Promise<Id>;
  /** Finds out whether the unsettled piece has arrived. Returns its id; undefined if it must be sent again. */
  readonly recover: (piece: Piece, order: Order) => Promise<Id | undefined>;
  /** Returns whether the platform has rejected the post; after any other error it may have arrived. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Turns a message that is there already into the piece. Returns its id, or undefined to send the piece. */
  readonly replace?: (piece: Piece, order: Order) => Promise<Id | undefined>;
  /** Runs one post of a chat after the other, if the platform needs that for recovery. */
  readonly inOrder?: (work: () => Promise<void>) => Promise<void>;
}

/** Position of a piece in its part. */
export interface Order {
  readonly index: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Sends the pieces of a part that have not arrived yet. Returns the ids of all. However often it is
 * called for a part, each piece becomes one message. README.md has the states and the recoveries.
 */
export async function deliverPieces<Piece, Id>(
  pieces: readonly Piece[],
  courier: Courier<Piece, Id>,
): Promise<readonly Id[]> {
  const { log, inOrder = (work) => work() } = courier;
  for (const [index, piece] of pieces.entries()) {
    if (log.ids[index] !== undefined) continue;
    const order = { index, isFirst: index === 0, isLast: index === pieces.length - 1 };
    const replaced = await courier.replace?.(piece, order);
    if (replaced === undefined) await inOrder(() => settle(piece, order, courier));
    else await log.sent(replaced);
  }
  return log.ids;
}

async function settle<Piece, Id>(
  piece: Piece,
  order: Order,
  courier: Courier<Piece, Id>,
): Promise<void> {
  const { log } = courier;
  const arrived = log.isUnsettled ? await courier.recover(piece, order) : undefined;
  await log.sent(arrived ?? (await postNew(piece, order, courier)));
}

async function postNew<Piece, Id>(
  piece: Piece,
  order: Order,
  { log, post, isRefusal }: Courier<Piece, Id>,
): Promise<Id> {
  const known = await log.start();
  if (known !== undefined) return known;
  const posted = await attempt(post(piece, order));
  if (posted?.status === "fulfilled") return posted.value;
  const error: unknown = posted?.reason;
  const arrived = isRefusal(error) ? await log.refused() : undefined;
  if (arrived === undefined) throw error;
  return arrived;
}
