import type { Inbox } from "../../core/inbox.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import { texts } from "../../platform/texts.ts";
import { createBotLoopGuard } from "../kit/bot-loop-guard.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { receiveMessage } from "../kit/receive-message.ts";
import { createDeadLetters } from "../kit/dead-letters.ts";
import { handlePress } from "../kit/handle-press.ts";
import { createPendingCorrections } from "../kit/pending-corrections.ts";
import { insist } from "../kit/insist.ts";
import { keepConnected } from "../kit/keep-connected.ts";
import { isGroupAllowed } from "../kit/settings.ts";
import { isRefusal, type JoinedRoom, type MatrixClient, type RoomEvent } from "./client.ts";
import { MATRIX, type MatrixConfig } from "./config.ts";
import { approvals } from "@reeve/operations/work/approvals";
import type { Principal } from "../../kernel/principal.ts";
import { askAs } from "../../operations/ask.ts";
import { markOf } from "../kit/mark-of.ts";
import { plain, relationTo, toEdit } from "./content.ts";
import { questionKey } from "./push.ts";
import { createButtons } from "./buttons.ts";
import { readTimeline } from "./read-timeline.ts";
import { parseRoomAddress, type Rooms } from "./rooms.ts";
import { editedBy, readReaction, repliedTo, toEnvelope } from "./to-envelope.ts";

export interface IncomingDeps extends ChannelHost {
  readonly client: MatrixClient;
  readonly rooms: Rooms;
  readonly config: Pick<MatrixConfig, "direct" | "groups">;
  /** Receives the id of the agent's account once the homeserver has returned it. */
  readonly onSelf: (self: string) => void;
}

interface RoomUpdate {
  readonly room: string;
  readonly event: RoomEvent;
}

const POLL_MS = 30_000;

/** Key of the state for the position up to which everything is stored. */
const SINCE = "since";

/** Takes in messages until `signal` aborts. If the homeserver is unreachable, retries with a backoff. */
export async function listen(deps: IncomingDeps, inbox: Inbox, signal: AbortSignal): Promise<void> {
  await keepConnected(
    (onUp) => serve(deps, inbox, { signal, onUp }),
    { ...deps, platform: "matrix" },
    signal,
  );
}

async function serve(
  deps: IncomingDeps,
  inbox: Inbox,
  { signal, onUp }: { readonly signal: AbortSignal; readonly onUp: () => void },
): Promise<void> {
  const { client, state, rooms, log } = deps;
  const self = await client.whoAmI(signal);
  deps.onSelf(self);
  const take = createTake(deps, { inbox, self, signal });
  const aside = createDeadLetters<RoomUpdate>(state, ({ event }) => event.event_id);
  await aside.retry(take);

  const takeRoom = async (room: string, joined: JoinedRoom, since: string): Promise<void> => {
    const events = await readTimeline(joined, { room, since, self, client, signal });
    for (const event of events) {
      if (event.type === "m.room.member" || event.type === "m.room.name") rooms.forget(room);
      const update = { room, event };
      const putAside = async (error: unknown) => {
        log.error("update was put aside", { event: event.event_id, error });
        await aside.park(update);
        return true;
      };
      const isTaken = await insist(() => take(update), { ...deps, putAside, signal });
      if (!isTaken) return;
    }
  };

  let since = await state.get(SINCE);
  while (!signal.aborted) {
    const { next_batch: next, rooms: news } = await client.sync(
      { since, timeoutMs: since === undefined ? 0 : POLL_MS },
      signal,
    );
    onUp();
    for (const room of Object.keys(news.invite)) await acceptInvite(room, deps, signal);
    const from = since;
    // What was said before the first start is not answered.
    if (from !== undefined)
      await Promise.all(
        Object.entries(news.join).map(([room, joined]) => takeRoom(room, joined, from)),
      );
    if (signal.aborted) return;
    await state.set(SINCE, next, { isLasting: true });
    since = next;
  }
}

async function acceptInvite(
  room: string,
  { client, config, log }: Pick<IncomingDeps, "client" | "config" | "log">,
  signal: AbortSignal,
): Promise<void> {
  if (config.direct === "disabled" && !isGroupAllowed(config.groups, room)) return;
  const joined = await attempt(client.join(room, signal));
  if (joined.status === "rejected") log.warn("failed to join room", { room, error: joined.reason });
}

interface Session {
  readonly inbox: Inbox;
  readonly self: string;
  readonly signal: AbortSignal;
}

/** Creates the function that stores what an event says. */
function createTake(
  deps: IncomingDeps,
  { inbox, self, signal }: Session,
): (update: RoomUpdate) => Promise<void> {
  const { client, rooms, state, log } = deps;
  const revisions = createPendingCorrections(state);
  const buttons = createButtons(deps);
  const guard = createBotLoopGuard(deps);
  const lanes = createLanes();
  const commands = new Set(deps.commands.map(({ name }) => name));
  const textsFor = async (chat: string) => texts((await deps.languageIn(chat)) ?? deps.language);

  const post = (externalId: string, text: string, key: string) => {
    const { room, thread } = parseRoomAddress(externalId);
    const content = { ...plain(text)[0], ...relationTo({ room, thread }) };
    return client.send({ room, type: "m.room.message", content, key }, signal);
  };
  const say = async (externalId: string, text: string, key: string) => {
    const said = await attempt(post(externalId, text, key));
    if (said.status === "rejected" && !signal.aborted)
      log.warn("failed to send notice", { chat: externalId, error: said.reason });
  };
  /** Returns an event of a room; undefined if there is none that the agent may see. */
  const findEvent = async (room: string, id: string): Promise<RoomEvent | undefined> => {
    const found = await attempt(client.event(room, id, signal));
    if (found.status === "fulfilled") return found.value;
    if (isRefusal(found.reason)) return undefined;
    throw found.reason;
  };
  const quoteOf = async (
    { room }: RoomUpdate,
    { externalId, message }: { readonly externalId: string; readonly message: string },
  ): Promise<{ readonly quote: Envelope["quote"]; readonly isOurs: boolean }> => {
    const [said, found] = await Promise.all([
      deps.findSaid(externalId, message),
      findEvent(room, message),
    ]);
    if (!found) return { quote: said, isOurs: false };
    const { sender, content } = found;
    const { members } = await rooms.find(room, signal);
    const body = typeof content["body"] === "string" ? content["body"] : "";
    const quote = body === "" ? undefined : { name: members.get(sender) ?? sender, text: body };
    return { quote: said ?? quote, isOurs: sender === self };
  };

  /** Says once that the agent has no keys for an encrypted room. */
  const notifyEncrypted = async (room: string): Promise<void> => {
    const key = `encrypted:${room}`;
    if ((await state.get(key)) !== undefined) return;
    await say(room, (await textsFor(room)).delivery.encrypted, key);
    await state.set(key, "told", { isLasting: true });
  };

  /** Shows the answer to an approval in its message, and removes the buttons. */
  const close = async ({
    approval,
    by,
    chat,
  }: {
    readonly approval: string;
    readonly by: Principal;
    readonly chat: string;
  }): Promise<void> => {
    const message = await state.get(questionKey(approval, chat));
    if (message === undefined) return;
    const caller = { person: by, channel: MATRIX, externalId: chat };
    const shown = await askAs(deps.control, caller)(approvals.show, { id: approval });
    if (shown.state === "pending") return;
    const { room } = parseRoomAddress(chat);
    const { marks } = (await textsFor(chat)).approvals;
    const [content] = plain(`${shown.question}\n\n${marks[markOf(shown.state)]}`);
    const key = `closed:${approval}`;
    if (content)
      await client.send(
        { room, type: "m.room.message", content: toEdit(content, message), key },
        signal,
      );
    const removals = await buttons.remove(message, { room, signal });
    for (const [index, remove] of removals.entries()) await remove([], `${key}:${index}`);
  };

  return async (update) => {
    const { event } = update;
    if (event.sender === self) return;
    const room = await rooms.find(update.room, signal);
    if (room.kind !== "direct" && !isGroupAllowed(deps.config.groups, room.id)) return;
    if (event.type === "m.room.encrypted") return notifyEncrypted(room.id);
    const { mention: needsMention } = deps.config.groups;
    const edited = editedBy(event);
    const original = edited === undefined ? undefined : await findEvent(room.id, edited);
    const reading = { channel: MATRIX, self, room, commands, needsMention, original };
    const read = toEnvelope(event, reading);
    if (!read || guard.isTooMuch(read, event.origin_server_ts)) return;
    const { externalId } = read.address;
    const reaction = readReaction(event);
    const pressed = reaction && (await buttons.find(reaction));
    if (pressed) {
      const { sender, sentAt: position, id } = read;
      const address = { ...read.address, externalId: pressed.chat };
      const { press: data } = pressed;
      const press = { id, press: data, sender, address, position, message: reaction.message };
      await handlePress(press, {
        ...deps,
        inbox,
        memory: state,
        revisions,
        textsFor,
        say: (chat, text) => say(chat, text, `press:${id}`),
        ask(chat, { approval, text, user }) {
          const asking = post(chat, text, `ask:${id}`).then((message) =>
            lanes.run(chat, () =>
              revisions.name({ externalId: chat, user }, { approval, message }),
            ),
          );
          asking.catch((error: unknown) => log.warn("failed to send notice", { chat, error }));
        },
      });
      if (data.kind === "approve" && data.verb !== "edit") {
        const by = await deps.resolveSender(sender);
        await close({ approval: data.id, by, chat: pressed.chat });
      }
      return inbox.retryWaiting(address);
    }
    const answered = reaction?.message ?? repliedTo(event);
    const { quote, isOurs } =
      answered === undefined
        ? { quote: undefined, isOurs: false }
        : await quoteOf(update, { externalId, message: answered });
    const { isOverheard, ...message } = read;
    const envelope: Envelope = {
      ...message,
      ...(isOverheard && (!isOurs || reaction) && { isOverheard }),
      ...(quote && { quote }),
    };
    const receipt = await receiveMessage(envelope, envelope.sentAt, {
      ...deps,
      inbox,
      revisions,
      onCorrected: ({ approval, by }) => close({ approval, by, chat: externalId }),
      textsOf: () => textsFor(externalId),
      reply: (line) => say(externalId, line, `say:${read.id}`),
    });
    if (receipt?.outcome === "queued" || receipt?.outcome === "answered")
      void attempt(client.markRead(room.id, event.event_id, signal));
  };
}
