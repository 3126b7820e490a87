import type { Inbox } from "../../core/inbox.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { parseChatAddress } from "../kit/chat-address.ts";
import { showOutcome } from "../kit/delivery/keyed-delivery.ts";
import type { KeyedPlatform } from "../kit/delivery/keyed-platform.ts";
import { createReactionButtons } from "../kit/delivery/reaction-buttons.ts";
import { createIntake, type Intake } from "../kit/intake.ts";
import type { PollSession } from "../kit/poll.ts";
import { isGroupAllowed } from "../kit/settings.ts";
import type { MatrixClient, RoomEvent } from "./client.ts";
import type { MatrixSettings } from "./config.ts";
import { readTimeline } from "./read-timeline.ts";
import type { Rooms } from "./rooms.ts";
import { editedBy, readReaction, toEnvelope } from "./to-envelope.ts";

export interface IncomingDeps extends ChannelHost {
  readonly client: MatrixClient;
  readonly rooms: Rooms;
  readonly config: Pick<MatrixSettings, "direct" | "groups">;
  readonly platform: KeyedPlatform<unknown>;
}

interface RoomUpdate {
  readonly room: string;
  readonly event: RoomEvent;
}

const POLL_MS = 30_000;

/** Opens a session that takes in the events of all rooms. */
export function openSession(
  deps: IncomingDeps,
  { inbox, self, signal }: { inbox: Inbox; self: string; signal: AbortSignal },
): PollSession<RoomUpdate> {
  const { client, rooms, platform, state, config } = deps;
  const reactions = createReactionButtons(state, platform);
  const commands = new Set(deps.commands.map(({ name }) => name));
  const { mention: needsMention } = config.groups;

  const intake: Intake = createIntake({
    ...deps,
    inbox,
    signal,
    post: (externalId, text, key) =>
      platform.post(platform.plain(text)[0], { externalId, key, signal }),
    close: (closed) => showOutcome({ ...closed, signal }, deps),
    markRead: ({ id, address }) =>
      client.markRead(parseChatAddress(address.externalId).chat, id, signal),
    async findMessage(externalId, message) {
      const { chat } = parseChatAddress(externalId);
      const found = await client.event(chat, message, signal);
      if (!found) return undefined;
      const { sender, content } = found;
      const { members } = await rooms.find(chat, signal);
      const text = typeof content["body"] === "string" ? content["body"] : "";
      return { name: members.get(sender) ?? sender, text, isOwn: sender === self };
    },
  });

  const isAccepted = (room: string) =>
    config.direct !== "disabled" || isGroupAllowed(config.groups, room);
  /** Says once that the agent has no keys for an encrypted room. */
  const notifyEncrypted = async (room: string): Promise<void> => {
    const key = `encrypted:${room}`;
    if ((await state.get(key)) !== undefined) return;
    intake.say(room, (await intake.textsFor(room)).delivery.encrypted, key);
    await state.set(key, "told", { isLasting: true });
  };

  let isFirst = true;
  return {
    nameOf: ({ event }) => event.event_id,
    async fetch(since) {
      const timeoutMs = isFirst ? 0 : POLL_MS;
      // An invite is news once, and an earlier process may have died before it accepted it.
      const all = isFirst && (await client.sync({ timeoutMs, at: since }, signal)).rooms.invite;
      const { next_batch: next, rooms: news } = await client.sync({ since, timeoutMs }, signal);
      isFirst = false;
      // Homeservers limit joins, and people wait for no stranger's invite.
      for (const room of Object.keys({ ...all, ...news.invite }).filter(isAccepted))
        intake.beside(`joining ${room}`, () => client.join(room, signal));
      // What was said before the first start is not answered.
      const joined = since === undefined ? [] : Object.entries(news.join);
      const chats = joined.map(async ([room, one]) => {
        const reading = { room, since: since ?? "", self, client, signal };
        return (await readTimeline(one, reading)).map((event) => ({ room, event }));
      });
      return { next, chats: await Promise.all(chats) };
    },
    async take({ room: id, event }) {
      if (event.type === "m.room.member" || event.type === "m.room.name") rooms.forget(id);
      if (event.sender === self) return;
      const room = await rooms.find(id, signal);
      if (room.kind !== "direct" && !isGroupAllowed(config.groups, id)) return;
      if (event.type === "m.room.encrypted") return notifyEncrypted(id);
      const edited = editedBy(event);
      const original = edited === undefined ? undefined : await client.event(id, edited, signal);
      const envelope = toEnvelope(event, { self, room, commands, needsMention, original });
      if (!envelope) return;
      const reaction = readReaction(event);
      const pressed = reaction && (await reactions.find(reaction.message, reaction.key));
      if (!pressed) return intake.message(envelope);
      const address = { ...envelope.address, externalId: pressed.chat };
      const { message } = reaction;
      return intake.press({ ...envelope, ...pressed, address, position: envelope.sentAt, message });
    },
    [Symbol.asyncDispose]: () => intake[Symbol.asyncDispose](),
  };
}
