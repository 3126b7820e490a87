import type { LimitsConfig } from "../../domains/config.ts";
import type { MomentView } from "../../domains/tell-moment.ts";
import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { type InboxId, type NewId, type PersonId, toId } from "../../kernel/ids.ts";
import { integrityOf, type Label } from "../../kernel/label.ts";
import type { Principal, Role } from "../../kernel/principal.ts";
import { createLanes, type Lanes } from "../../platform/lanes.ts";
import type { Log } from "../../platform/log.ts";
import type { StoredImage } from "../../store/images.ts";
import type { InboxState, NewInboxRow, StoredMedia } from "../../store/inbox.ts";
import { PAUSED } from "../../store/pauses.ts";
import type { Place, PlaceMode } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { FoundCommand } from "../commands.ts";
import type { Events } from "../events.ts";
import type { Receipt } from "../inbox.ts";
import type { LocaleOf } from "../locale.ts";
import { appendFacts } from "../append-facts.ts";
import type { RunningTurns } from "../running-turns.ts";
import type { Accepted } from "./accepted.ts";
import { type Admission, admit } from "./admit.ts";
import { editedTooLate } from "./edited-too-late.ts";
import { knowPerson, knowPlace } from "./know.ts";
import { canPair, offerPairing } from "./offer-pairing.ts";
import { afterError, type PreparedCommand, prepareCommand } from "./prepare-command.ts";
import { storeCommand } from "./store-command.ts";
import { linkCode, storeLink } from "./store-link.ts";
import { matchWatches } from "./match-watches.ts";
import { storeHooked } from "./store-hooked.ts";
import { storeOwn } from "./store-own.ts";
import { storeScheduled } from "./store-scheduled.ts";
import { type Pace, paceOf, tellRate } from "./pace-of.ts";
import { delayLine, tellDelay } from "./tell-delay.ts";
import { type ReadImages, type ReadMedia, readImages } from "./read-images.ts";

export interface IntakeParts {
  readonly store: Store;
  readonly events: Events;
  readonly running: RunningTurns;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Rings when something was queued. */
  readonly bell: Bell;
  /** Told when news for a sender wait in the outbox. */
  readonly outbox?: Pick<Bell, "ring"> | undefined;
  /** Whether replies to this surface leave through the outbox; without it, none do. */
  readonly isPush?: ((surface: string) => boolean) | undefined;
  /** Whether people unknown to the agent are shown a code on this surface; without it, on none. */
  readonly isPairing?: ((surface: string) => boolean) | undefined;
  /** How people are spoken to in a place. */
  readonly localeOf: LocaleOf;
  readonly policy: IntakePolicy;
  /** Told when something that somebody waited for was written. */
  readonly jobs?: Pick<Bell, "ring"> | undefined;
  /** The command that a message is; without it, no message is one. */
  readonly findCommand?: ((envelope: Envelope) => FoundCommand | undefined) | undefined;
  /** Commands of one sender that have to be prepared wait for each other. */
  readonly preparing?: Lanes | undefined;
  readonly log?: Pick<Log, "error"> | undefined;
  /** The one at this machine's terminal, who is never joined with another. */
  readonly owner?: PersonId | undefined;
}

export interface IntakePolicy {
  readonly tenant: string;
  /** What a sender is to this agent. */
  roleOf(surface: string, senderId: string): Role;
  /** With which settings a place begins. */
  readonly newPlace: { readonly mode: PlaceMode; readonly maxSteps: number };
  /** How fast people may write; without it, as fast as they like. */
  readonly limits?: LimitsConfig | undefined;
  /** In which they are told when they may write again. Default: UTC. */
  readonly timeZone?: string | undefined;
}

/**
 * Stores a message in one commit: into the feed, and into its place's queue or
 * with the reason why it is not answered. A command is answered in that commit.
 * When it resolves the channel may be acknowledged. A repeat changes nothing.
 */
export async function accept(envelope: Envelope, parts: IntakeParts): Promise<Receipt> {
  // What a job says is for the model, whatever it looks like.
  const isTyped = !envelope.scheduled && !envelope.isOwn && !envelope.isOverheard;
  const found = isTyped ? parts.findCommand?.(envelope) : undefined;
  if (!found) return commit(envelope, undefined, parts);
  const { address, sender } = envelope;
  const { preparing = createLanes() } = parts;
  const take = async () => {
    const prepared = await prepareCommand(envelope, found, parts);
    // What it wrote is taken back; the message is not lost, and its sender is told.
    return commit(envelope, prepared, parts).catch((error: unknown) =>
      commit(envelope, afterError(error, found, parts), parts),
    );
  };
  return found.command.answer ? take() : preparing.run(`${address.surface}\n${sender.id}`, take);
}

async function commit(
  envelope: Envelope,
  command: PreparedCommand | undefined,
  parts: IntakeParts,
): Promise<Receipt> {
  const { store, events, running, bell } = parts;
  // Looked at before the transaction: everyone else waits behind it.
  const images = readImages(envelope.media);
  const accepted = await store.commit("accept", async (tx) => {
    const stored = await storeMessage(tx, envelope, { ...parts, images, command });
    return { ...stored, isHastened: await hasten(tx, stored, { ...parts, envelope }) };
  });
  if (accepted.type === "repeat") return { message: accepted.message, outcome: "repeat" };
  events.publish(accepted.place, accepted.facts);
  for (const work of accepted.afterwards ?? []) work();
  if (accepted.interrupts) running.abort(accepted.place.id);
  const hasNews = command || accepted.receipt.reason !== undefined;
  if (hasNews || accepted.isHastened) parts.outbox?.ring();
  bell.ring();
  return accepted.receipt;
}

/** Somebody who writes can be written to: what could not leave for there is tried at once. */
async function hasten(
  tx: Repositories,
  accepted: Accepted,
  { envelope, isPush, clock }: IntakeParts & { readonly envelope: Envelope },
): Promise<boolean> {
  if (accepted.type === "repeat" || envelope.scheduled || envelope.isOwn) return false;
  if (!isPush?.(envelope.address.surface)) return false;
  return tx.outbox.hasten(accepted.place.id, clock.now());
}

async function storeMessage(
  tx: Repositories,
  envelope: Envelope,
  parts: IntakeParts & {
    readonly images: ReadImages;
    readonly command: PreparedCommand | undefined;
  },
): Promise<Accepted> {
  const now = parts.clock.now();
  const { scheduled } = envelope;
  if (scheduled?.hook !== undefined)
    return storeHooked(tx, { envelope, scheduled, hook: scheduled.hook }, parts);
  if (scheduled) return storeScheduled(tx, { envelope, scheduled }, parts);
  if (envelope.isOwn) return storeOwn(tx, envelope, { ...parts, now });
  const author = await knowPerson(tx, envelope, parts);
  const place = await knowPlace(tx, envelope, { ...parts, author });
  const code = linkCode(envelope);
  if (code !== undefined) {
    const linking = { envelope, code, author, place };
    const { message, receipt, facts } = await storeLink(tx, linking, { ...parts, now });
    if (!receipt) return { type: "repeat", message };
    return { type: "new", place, facts, interrupts: false, receipt };
  }
  if (parts.command && author.role !== "stranger")
    return storeCommand(
      tx,
      { envelope, prepared: parts.command, author, place },
      { ...parts, now },
    );
  const sentAt = isTime(envelope.sentAt) ? envelope.sentAt : now;
  const asked =
    (await editedTooLate(tx, place, envelope)) ??
    admit(envelope, author.role, parts.images.objection);
  const unpaused = await unlessPaused(tx, place, asked);
  const pace: Pace =
    unpaused.type === "admit"
      ? await paceOf(tx, { author, place, now }, parts.policy)
      : { type: "free" };
  // Reasons are in English, by the agent's own clock.
  const reasonView = { now, timeZone: parts.policy.timeZone ?? "UTC" };
  const view = pace.type === "free" ? undefined : await viewOf(tx, place, { ...parts, now });
  const admission = unlessTooFast(unpaused, pace, reasonView);
  // What a pause holds back may be answered after it, with its images.
  const media = toStored(parts.images.media, { admission: asked, newId: parts.newId });
  const text = wordsOf(envelope);
  const id = toId<"inbox">(parts.newId());
  const lastAt = await tx.feed.lastAt(place.id);
  const isNew = await tx.inbox.add({
    id,
    place: place.id,
    messageId: envelope.id,
    edit: envelope.edit,
    author: author.id,
    body: {
      kind: "message",
      text,
      name: envelope.sender.name,
      role: author.role,
      sentAt,
      replyTo: envelope.replyTo,
      corrects: envelope.corrects,
      sender: envelope.sender.id,
      username: envelope.sender.username,
      title: envelope.title,
      ...(media.length > 0 && { media: media.map(toReference) }),
      ...(pace.type === "refuse" && view && { overTold: tellRate(pace.limit, view) }),
      quote: envelope.quote,
      forwardedFrom: envelope.forwardedFrom,
      ...(lastAt !== undefined && { sinceMs: Math.max(0, sentAt - lastAt) }),
    },
    label: labelOf(envelope, author, place),
    ...stateOf(admission),
    ...(admission.type === "admit" && rateOf(pace, reasonView)),
    receivedAt: now,
  });
  if (!isNew) {
    const known = await tx.inbox.byMessage(place.id, envelope.id, envelope.edit);
    return { type: "repeat", message: known?.id ?? id };
  }

  for (const { image } of media) if (image) await tx.images.add({ ...image, message: id });
  await tx.feed.add({
    place: place.id,
    messageId: envelope.id,
    edit: envelope.edit,
    direction: "in",
    author: author.id,
    text,
    at: sentAt,
    turn: null,
    ...(envelope.forwardedFrom !== undefined && { integrity: "stranger" }),
  });
  const interrupts =
    admission.type === "admit" && (await enqueue(tx, place, { envelope, now, pace }));
  const delay = view && delayLine(pace, view);
  const isTold = pace.type === "wait" && pace.isFirst && parts.isPush?.(place.surface);
  if (delay && isTold) await tellDelay(tx, place, { text: delay, now, newId: parts.newId });
  const { name: from } = envelope.sender;
  const bodies = [{ type: "message-accepted", message: id, from, text } as const];
  const facts = await appendFacts(tx, place.id, { bodies, at: now });
  const matched = await matchWatches(tx, { envelope, author, place, now });
  const told =
    author.role === "stranger" && parts.isPairing?.(place.surface) && canPair(envelope)
      ? await offerPairing(tx, { envelope, author, place }, { ...pushing(parts), now })
      : [];
  return {
    type: "new",
    place,
    facts,
    interrupts,
    receipt: receiptOf(id, admission, delay),
    afterwards: [
      ...(matched > 0 ? [() => parts.jobs?.ring()] : []),
      ...told.map((one) => () => parts.events.publish(one.place, one.facts)),
    ],
  };
}

function pushing({
  newId,
  isPush = () => false,
  localeOf,
}: Pick<IntakeParts, "newId" | "isPush" | "localeOf">) {
  return { newId, isPush, localeOf };
}

async function viewOf(
  tx: Repositories,
  place: Place,
  { localeOf, now }: Pick<IntakeParts, "localeOf"> & { readonly now: number },
): Promise<MomentView> {
  return { ...(await localeOf(tx, place)), now };
}

async function unlessPaused(
  tx: Repositories,
  { tenant, id }: Place,
  admission: Admission,
): Promise<Admission> {
  if (admission.type !== "admit" || !(await tx.pauses.holds(tenant, id))) return admission;
  return { type: "note", reason: PAUSED };
}

/** Who was told already that they write too fast is refused at once. */
function unlessTooFast(admission: Admission, pace: Pace, view: MomentView): Admission {
  if (pace.type !== "refuse" || pace.isFirst) return admission;
  return { type: "refuse", reason: `too fast: ${tellRate(pace.limit, view)}` };
}

/** How a message that is taken on counts, and when it is answered. */
function rateOf(pace: Pace, view: MomentView): Pick<NewInboxRow, "countedAt" | "dueAt" | "over"> {
  switch (pace.type) {
    case "free":
      return { countedAt: view.now };
    case "wait":
      return { countedAt: pace.dueAt, dueAt: pace.dueAt };
    case "refuse":
      return { over: tellRate(pace.limit, view) };
  }
}

type NewMedia = Pick<StoredMedia, "kind" | "id" | "file"> & {
  readonly image?: Omit<StoredImage, "message"> | undefined;
};

/** Only what is going to be answered is kept with its images. What is noted can still be fetched. */
function toStored(
  media: readonly ReadMedia[],
  { admission, newId }: { admission: Admission; newId: NewId },
): readonly NewMedia[] {
  if (admission.type !== "admit" && admission.type !== "note")
    return media.map(({ kind }) => ({ kind }));
  const isKept = admission.type === "admit";
  return media.map(({ kind, id, file, image }) => ({
    kind,
    ...(id !== undefined && { id }),
    ...(file && { file }),
    ...(isKept && image && { image: { ...image, id: toId<"image">(newId()) } }),
  }));
}

/** What is shared without a file is said in words. */
function wordsOf({ text, media = [] }: Envelope): string {
  const shared = media.flatMap((one) => one.text ?? []);
  return [...shared, ...(text === "" ? [] : [text])].join("\n");
}

function toReference({ image, ...one }: NewMedia): StoredMedia {
  if (!image) return one;
  const { id, mediaType, bytes } = image;
  return { ...one, image: { id, mediaType, bytes } };
}

/** Puts the message into the queue; answers whether it interrupts a running turn. */
async function enqueue(
  tx: Repositories,
  place: Place,
  { envelope, now, pace }: { envelope: Envelope; now: number; pace: Pace },
): Promise<boolean> {
  if (envelope.edit > 0) await tx.inbox.withdrawEarlier(place.id, envelope);
  const interrupted =
    place.mode === "interrupt" && pace.type === "free"
      ? await tx.turns.cancelRunning(place.id, "interrupted")
      : undefined;
  const interrupt = interrupted !== undefined;
  const dueAt = pace.type === "wait" ? pace.dueAt : now;
  await tx.places.enqueue(place.id, { now: dueAt, interrupt });
  return interrupt;
}

function stateOf(admission: Admission): { state: InboxState; reason: string | null } {
  switch (admission.type) {
    case "admit":
      return { state: "queued", reason: null };
    case "note":
      return { state: "noted", reason: admission.reason };
    case "ignore":
      return { state: "ignored", reason: admission.reason };
    case "refuse":
      return { state: "refused", reason: admission.reason };
  }
}

function receiptOf(message: InboxId, admission: Admission, delay: string | undefined): Receipt {
  switch (admission.type) {
    case "admit":
      return { message, outcome: "queued", ...(delay !== undefined && { reason: delay }) };
    case "note":
      return { message, outcome: "noted", reason: admission.reason };
    case "ignore":
      return { message, outcome: "ignored", reason: admission.reason };
    case "refuse":
      return { message, outcome: "refused", reason: admission.reason };
  }
}

/** Who passes a text on does not stand behind it. */
function labelOf({ forwardedFrom }: Envelope, author: Principal, place: Place): Label {
  return {
    integrity: forwardedFrom === undefined ? integrityOf(author.role) : "stranger",
    audience: place.kind === "direct" ? `person:${author.id}` : `place:${place.id}`,
  };
}

/** What a calendar can show; a surface may hand on whatever a client sent. */
function isTime(at: number): boolean {
  return Number.isInteger(at) && Math.abs(at) <= 8.64e15;
}
