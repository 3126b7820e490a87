import type { NewId, PlaceId, TurnId } from "../../kernel/ids.ts";
import type { Reply } from "../../kernel/reply.ts";
import type { Fact, FactBody } from "../../kernel/turn-event.ts";
import type { Announcement, Approval } from "../../store/approvals.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";
import { appendFacts } from "../append-facts.ts";

export interface AnnounceParts {
  readonly newId: NewId;
  readonly now: number;
  /** Whether replies to a surface leave through the outbox. */
  readonly isPush: (surface: string) => boolean;
}

/** What a place was told, to publish once the commit is done. */
export interface Told {
  readonly place: Place;
  readonly facts: readonly Fact[];
}

/**
 * Shows a question in the direct chats of everybody who may answer it, and once it is
 * closed, that it is. The chat in which it was asked shows it with the reply of its turn.
 */
export async function announce(
  tx: Repositories,
  approval: Announcement,
  parts: AnnounceParts,
): Promise<readonly Told[]> {
  if (approval.state === "pending") return ask(tx, approval, parts);
  if (!(await tx.approvals.markClosed(approval.id))) return [];
  if (approval.told === null) await tx.approvals.markTold(approval.id, []);
  return close(tx, approval, parts);
}

/** Somebody allowed it, and others have to as well. */
interface Vote extends AnnounceParts {
  readonly by: string;
  /** How many have, this one included. */
  readonly given: number;
  readonly body: FactBody;
  /** Where it was said: that surface changes its question itself. */
  readonly decidedIn: PlaceId | undefined;
}

/** Shows in all chats that show a question how many have allowed it. */
export async function announceVote(
  tx: Repositories,
  { id, call, place: asking, preview, needed }: Approval,
  { by, given, body, decidedIn, ...parts }: Vote,
): Promise<readonly Told[]> {
  const turn = await tx.turns.ofCall(call);
  if (!turn) return [];
  const question = `${preview}\n(${given} of ${needed} allowed it: ${by})`;
  const part: Reply = { type: "approval", approval: id, question };
  const told: Told[] = [];
  for (const placeId of await tx.approvals.toldOf(id)) {
    const place = await tx.places.byId(placeId);
    const shown = placeId === decidedIn ? undefined : part;
    if (place) told.push(await tell(tx, place, { body, part: shown, turn, ...parts }));
  }
  if (decidedIn !== asking) await send(tx, asking, { part, turn, ...parts });
  return told;
}

async function ask(
  tx: Repositories,
  approval: Announcement,
  parts: AnnounceParts,
): Promise<readonly Told[]> {
  const asking = await tx.places.byId(approval.place);
  const chats = asking ? await tx.places.directOf(asking.tenant, ["owner", "admin"]) : [];
  const others = chats.filter(({ id }) => id !== approval.place);
  const isNew = await tx.approvals.markTold(
    approval.id,
    others.map(({ id }) => id),
  );
  if (!isNew || !asking) return [];
  const requester = await tx.people.byId(approval.requester);
  const asked = `${requester?.name ?? "somebody"}, in ${asking.surface}/${asking.chat}`;
  const { id, turn, tool, args, preview, needed, expiresAt } = approval;
  const body: FactBody = {
    type: "approval-request",
    turn,
    approval: id,
    tool,
    args,
    question: preview,
    expires: expiresAt,
    asked,
    ...(needed > 1 && { needed }),
  };
  const question = `${preview}\n(asked by ${asked})`;
  const part: Reply = { type: "approval", approval: id, question };
  const told: Told[] = [];
  for (const place of others) told.push(await tell(tx, place, { body, part, turn, ...parts }));
  return told;
}

async function close(
  tx: Repositories,
  approval: Announcement,
  parts: AnnounceParts,
): Promise<readonly Told[]> {
  const { id, turn, place: asking, decidedIn, decidedBy } = approval;
  const decider = decidedBy === null ? undefined : await tx.people.byId(decidedBy);
  const by = decider?.name ?? "";
  const verdict = verdictOf(approval);
  const body: FactBody = { type: "approval-decision", approval: id, verdict, by };
  const part: Reply = { type: "decision", approval: id, text: closingLine(approval, by) };
  const told: Told[] = [];
  for (const placeId of approval.told ?? []) {
    const place = await tx.places.byId(placeId);
    if (!place) continue;
    const shown = placeId === decidedIn ? undefined : part;
    told.push(await tell(tx, place, { body, part: shown, turn, ...parts }));
  }
  // Where it was asked the event is stored with the decision; the message is left to change.
  const isElsewhere = decidedIn !== null && decidedIn !== asking;
  if (isElsewhere) await send(tx, asking, { part, turn, ...parts });
  return told;
}

function verdictOf({ state }: Announcement) {
  if (state === "expired") return "expired";
  return state === "cancelled" ? "deny" : "allow";
}

function closingLine({ state, preview }: Announcement, by: string): string {
  if (state === "expired") return `Not answered in time: ${preview}`;
  const verb = state === "cancelled" ? "Answered with no" : "Allowed";
  return `${verb}${by === "" ? "" : ` by ${by}`}: ${preview}`;
}

type Telling = AnnounceParts & {
  readonly turn: TurnId;
};

async function tell(
  tx: Repositories,
  place: Place,
  { body, part, ...telling }: Telling & { body: FactBody; part: Reply | undefined },
): Promise<Told> {
  const facts = await appendFacts(tx, place.id, { bodies: [body], at: telling.now, isEcho: true });
  if (part) await send(tx, place.id, { part, ...telling });
  return { place, facts };
}

async function send(
  tx: Repositories,
  placeId: PlaceId,
  { part, turn, newId, now, isPush }: Telling & { part: Reply },
): Promise<void> {
  const place = await tx.places.byId(placeId);
  if (!place || !isPush(place.surface)) return;
  const row = { id: newId(), place: placeId, turn, position: 0, clientId: newId() };
  await tx.outbox.add([{ ...row, body: part, nextAt: now }]);
}
