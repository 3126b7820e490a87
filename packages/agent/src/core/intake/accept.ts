import { people } from "@reeve/operations/people/people";
import type { Envelope } from "../../kernel/envelope.ts";
import { hasScope } from "../../kernel/token-scope.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import type { Repositories } from "../../store/store.ts";
import type { Receipt } from "../inbox.ts";
import type { Accepted } from "./accepted.ts";
import { resolvePerson, resolveChat } from "./resolve.ts";
import type { ClaimsAtIntake } from "../claims-at-intake.ts";
import type { IntakeDeps } from "./deps.ts";
import { afterError, type PreparedCommand, prepareCommand } from "./prepare-command.ts";
import { type ReadImages, readImages } from "./read-images.ts";
import { type BlockedMessage, filterMessage, isHooked, screenMessage } from "./screen-message.ts";
import { storeCommand } from "./store/store-command.ts";
import { storeWebhookInput } from "./store/store-webhook-input.ts";
import { linkCode, storeLink } from "../accounts/store-link.ts";
import { storeOwnAccountMessage } from "./store/store-own-account-message.ts";
import { storeJobInput } from "./store/store-job-input.ts";
import { OpeningFailed, storeUserMessage } from "./store/store-user-message.ts";

/**
 * Stores a message in one commit: into the feed, and into its place's queue or
 * with the reason why it is not answered. A command is answered in that commit.
 * When it resolves the channel may be acknowledged. A repeat changes nothing.
 */
export async function accept(envelope: Envelope, deps: IntakeDeps): Promise<Receipt> {
  const { arrivals, claims } = deps;
  using arrival = arrivals?.enter(envelope.address);
  using leases = new DisposableStack();
  // Messages that arrive together are answered together.
  const claim: ClaimsAtIntake["claim"] = async (...args) =>
    arrival?.isAlone ? leases.use(await claims?.claim(...args)) : undefined;
  return await prepare(envelope, { ...deps, claims: { claim } });
}

async function prepare(envelope: Envelope, deps: IntakeDeps): Promise<Receipt> {
  // A job's text is for the model, even if it looks like a command.
  const isTyped = !envelope.scheduled && !envelope.isOwn && !envelope.isOverheard;
  const found = isTyped ? deps.findCommand?.(envelope) : undefined;
  const { address, sender } = envelope;
  const filtered = found ? undefined : filterMessage(envelope, deps);
  if (filtered) return commit(envelope, undefined, { ...deps, blocked: filtered });
  if (!found && (await isHooked(envelope, deps))) {
    const { screening = createLanes() } = deps;
    const screen = async () =>
      commit(envelope, undefined, { ...deps, blocked: await screenMessage(envelope, deps) });
    return screening.run(`${address.channel}\n${address.externalId}`, screen);
  }
  if (!found) return commit(envelope, undefined, deps);
  const { preparing = createLanes() } = deps;
  const take = async () => {
    const prepared = await prepareCommand(envelope, found, deps);
    // Its writes are rolled back; the message is stored, and its sender is told.
    return commit(envelope, prepared, deps).catch((error: unknown) =>
      commit(envelope, afterError(error, found, deps), deps),
    );
  };
  return found.command.answer ? take() : preparing.run(`${address.channel}\n${sender.id}`, take);
}

interface Screened {
  /** Set for a message that is kept from the model. */
  readonly blocked?: BlockedMessage | undefined;
}

async function commit(
  envelope: Envelope,
  command: PreparedCommand | undefined,
  deps: IntakeDeps & Screened,
): Promise<Receipt> {
  const { store, events, running, wakeup } = deps;
  // Looked at before the transaction: everyone else waits behind it.
  const images = readImages(envelope.media);
  const save = (own: Pick<IntakeDeps, "claims">) =>
    store.commit("accept", async (tx) => {
      const stored = await storeMessage(tx, envelope, { ...deps, ...own, images, command });
      return { ...stored, isHastened: await retryDeliveries(tx, stored, { ...deps, envelope }) };
    });
  const accepted = await save(deps).catch((error: unknown) => {
    if (!(error instanceof OpeningFailed)) throw error;
    deps.log?.error("failed to open a turn at intake", { chat: envelope.address, error });
    return save({ claims: undefined });
  });
  if (accepted.type === "repeat") return { message: accepted.message, outcome: "repeat" };
  events.publish(accepted.chat, accepted.facts);
  for (const work of accepted.afterwards ?? []) work();
  if (accepted.interrupts) running.abort(accepted.chat.id);
  const hasNews = command || accepted.receipt.reason !== undefined;
  if (hasNews || accepted.isHastened) deps.outboxWakeup?.notify();
  if (!accepted.claimed) wakeup.notify();
  return accepted.receipt;
}

/** Somebody who writes can be written to: what could not leave for there is tried at once. */
async function retryDeliveries(
  tx: Repositories,
  accepted: Accepted,
  { envelope, isPush, clock }: IntakeDeps & { readonly envelope: Envelope },
): Promise<boolean> {
  if (accepted.type === "repeat" || envelope.scheduled || envelope.isOwn) return false;
  if (!isPush?.(envelope.address.channel) || accepted.claimed?.hasPostponed === false) return false;
  return tx.outbox.retryNow(accepted.chat.id, clock.now());
}

async function storeMessage(
  tx: Repositories,
  envelope: Envelope,
  deps: IntakeDeps &
    Screened & {
      readonly images: ReadImages;
      readonly command: PreparedCommand | undefined;
    },
): Promise<Accepted> {
  const now = deps.clock.now();
  const { scheduled } = envelope;
  if (scheduled?.hook !== undefined)
    return storeWebhookInput(tx, { envelope, scheduled, hook: scheduled.hook }, deps);
  if (scheduled) return storeJobInput(tx, { envelope, scheduled }, deps);
  if (envelope.isOwn) return storeOwnAccountMessage(tx, envelope, { ...deps, now });
  const author = await resolvePerson(tx, envelope, deps);
  const chat = await resolveChat(tx, envelope, { ...deps, author });
  const code = mayLink(envelope) ? linkCode(envelope) : undefined;
  if (code !== undefined) {
    const linking = { envelope, code, author, chat };
    const linked = await storeLink(tx, linking, { ...deps, now });
    const { message, receipt, facts, told = [] } = linked;
    if (!receipt) return { type: "repeat", message };
    const afterwards = told.map((one) => () => deps.events.publish(one.chat, one.facts));
    return { type: "new", chat, facts, interrupts: false, receipt, afterwards };
  }
  if (deps.command && author.role !== "stranger")
    return storeCommand(tx, { envelope, prepared: deps.command, author, chat }, { ...deps, now });
  const { images, blocked } = deps;
  return storeUserMessage(tx, { envelope, author, chat, images, blocked }, { ...deps, now });
}

/** A token has to have the scope of the operation that does the same. */
function mayLink({ scopes }: Envelope): boolean {
  return scopes === undefined || hasScope(scopes, people.link.scope);
}
