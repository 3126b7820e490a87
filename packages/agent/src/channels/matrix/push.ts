import { Fault } from "@reeve/sdk";
import type { Outbound } from "../../core/outbound.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Address } from "../../kernel/envelope.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { texts } from "../../platform/texts.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { deliverPieces } from "../kit/delivery/deliver-pieces.ts";
import { openDeliveryLog } from "../kit/delivery/delivery-log.ts";
import { showWhile } from "../kit/show-while.ts";
import { buttonsOf, createButtons } from "./buttons.ts";
import { isRefusal, type MatrixClient } from "./client.ts";
import { relationTo, toContents, toEdit } from "./content.ts";
import { parseRoomAddress, type Rooms } from "./rooms.ts";

export interface PushDeps extends Pick<
  ChannelHost,
  "state" | "readFile" | "linkTo" | "pause" | "log"
> {
  readonly client: MatrixClient;
  readonly rooms: Rooms;
  /** Returns the id of the agent's account. */
  readonly self: () => string | undefined;
}

/** Sends one event, which may refer to those before it. Returns its id. */
type Piece = (ids: readonly string[], key: string) => Promise<string>;

/** Homeservers show that somebody is typing for as long as they are asked to. */
const TYPING_MS = 20_000;

/** Creates the delivery of replies. Replies are sent whole, because each edit stays in the room's history. */
export function createPush(deps: PushDeps): Outbound {
  const { client, rooms, state, pause } = deps;
  const buttons = createButtons(deps);

  const showTyping = async (room: string, signal: AbortSignal): Promise<void> => {
    const self = deps.self();
    if (self === undefined) return;
    while (!signal.aborted) {
      await attempt(client.typing(room, { self, ms: TYPING_MS }, signal));
      await pause(TYPING_MS, signal);
    }
  };

  return {
    show: ({ externalId }, events) =>
      showWhile(events, (signal) => showTyping(parseRoomAddress(externalId).room, signal)),
    async deliver(address, part, { clientId, signal, language, of, answers }) {
      const { externalId, kind } = address;
      const place = parseRoomAddress(externalId);
      await checkAudience(address, rooms, signal);
      const shown = keyOf(part, externalId);
      const before = shown && (await state.get(shown));
      const said = texts(language);
      const below = buttonsOf(part, said);
      const contents = await toContents(part, { ...deps, said, buttons: below, signal });
      const send = (content: object): Piece => {
        const type = "m.room.message";
        return (_ids, key) => client.send({ room: place.room, type, content, key }, signal);
      };
      const replyTo = kind === "direct" ? undefined : ((await of?.answers()) ?? answers);
      const edited = before !== undefined && contents[0] && toEdit(contents[0], before);
      const pieces: readonly Piece[] = edited
        ? [send(edited), ...(await buttons.remove(before, { room: place.room, signal }))]
        : [
            ...contents.map((content, index) =>
              send({
                ...content,
                ...relationTo({ ...place, replyTo: index === 0 ? replyTo : undefined }),
              }),
            ),
            ...buttons.add(below, {
              room: place.room,
              chat: externalId,
              at: contents.length - 1,
              signal,
            }),
          ];
      const log = await openDeliveryLog(state, { externalId, clientId });
      const ids = await deliverPieces(pieces, {
        log,
        // The homeserver accepts each key once, so a piece that may have arrived is sent again.
        recover: async () => undefined,
        post: (piece, { index }) => piece(log.ids, `${clientId}:${index}`),
        isRefusal,
      });
      const message = edited ? before : (ids[0] ?? clientId);
      if (shown !== undefined && !edited) await state.set(shown, message, { externalId });
      return message;
    },
  };
}

/** Nothing that was said to one person is sent to a room that others have joined since. */
async function checkAudience(
  { kind, externalId }: Address,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<void> {
  const room = await rooms.find(parseRoomAddress(externalId).room, signal);
  if (kind !== "direct" || room.kind === "direct") return;
  throw new Fault("conflict", `Others have joined the direct chat ${room.id}.`, {
    hint: "The message will be sent when there are two people in the room again.",
  });
}

/** Returns the key of the state for a message that is edited later; undefined for other parts. */
function keyOf(part: ReplyPart, externalId: string): string | undefined {
  if (part.type === "approval" || part.type === "decision")
    return questionKey(part.approval, externalId);
  return part.type === "progress" ? `progress:${part.about}:${externalId}` : undefined;
}

/** Returns the key of the state under which the message of an approval is stored. */
export function questionKey(approval: string, externalId: string): string {
  return `question:${approval}:${externalId}`;
}
