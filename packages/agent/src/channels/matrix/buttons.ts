import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Texts } from "../../platform/texts.ts";
import {
  approvalButtons,
  type ButtonPress,
  choiceButtons,
  parseButtonData,
} from "../kit/button-data.ts";
import type { ChannelState } from "../kit/channel-state.ts";
import type { MatrixClient } from "./client.ts";
import type { Reaction } from "./to-envelope.ts";

/** Button below a message: a reaction by the agent, which people repeat to press it. */
export interface Button {
  readonly key: string;
  readonly title: string;
  readonly data: string;
}

const SIGNS = { allow: "✅", deny: "❌", edit: "✏" } as const;

const DIGITS = ["1⃣", "2⃣", "3⃣", "4⃣", "5⃣", "6⃣", "7⃣", "8⃣", "9⃣"];

/** Returns the buttons of a question; none for other parts. */
export function buttonsOf(part: ReplyPart, texts: Texts): readonly Button[] {
  if (part.type === "choice")
    return choiceButtons(part, texts).map((one, index) => ({ ...one, key: DIGITS[index] ?? "?" }));
  if (part.type !== "approval") return [];
  return approvalButtons(part.approval, texts).map((one) => ({ ...one, key: SIGNS[one.verb] }));
}

const stored = z.object({
  /** External id of the message's chat. */
  chat: z.string(),
  /** Data of the buttons by their keys. */
  data: z.record(z.string(), z.string()),
  /** Ids of the agent's reactions so far. */
  reactions: z.array(z.string()),
});

type StoredButtons = z.output<typeof stored>;

interface Below {
  readonly room: string;
  readonly signal: AbortSignal;
}

type Piece = (ids: readonly string[], key: string) => Promise<string>;

export function createButtons({
  state,
  client,
}: {
  readonly state: ChannelState;
  readonly client: Pick<MatrixClient, "send" | "redact">;
}) {
  const read = async (message: string): Promise<StoredButtons | undefined> =>
    stored.safeParse(parseJson((await state.get(keyOf(message))) ?? "")?.value).data;
  const store = (message: string, value: StoredButtons) =>
    state.set(keyOf(message), JSON.stringify(value), { externalId: value.chat });
  return {
    /** Returns the pieces that add buttons to the message at an index of the part. */
    add(
      buttons: readonly Button[],
      { room, chat, at, signal }: Below & { readonly chat: string; readonly at: number },
    ): readonly Piece[] {
      const data = Object.fromEntries(buttons.map((one) => [one.key, one.data]));
      return buttons.map(({ key: emoji }, index): Piece => async (ids, key) => {
        const message = ids[at] ?? "";
        // A person may press a button as soon as it is there.
        if (index === 0) await store(message, { chat, data, reactions: [] });
        const relation = { rel_type: "m.annotation", event_id: message, key: emoji };
        const content = { "m.relates_to": relation };
        const reaction = await client.send({ room, type: "m.reaction", content, key }, signal);
        const { reactions = [] } = (await read(message)) ?? {};
        await store(message, { chat, data, reactions: [...reactions, reaction] });
        return reaction;
      });
    },
    /** Returns the pieces that remove the buttons of a message. */
    async remove(message: string, { room, signal }: Below): Promise<readonly Piece[]> {
      const { reactions = [] } = (await read(message)) ?? {};
      return reactions.map(
        (event): Piece =>
          (_ids, key) =>
            client.redact({ room, event, key }, signal),
      );
    },
    /** Returns the button that a reaction presses, and the chat of its message. */
    async find({
      message,
      key,
    }: Reaction): Promise<{ press: ButtonPress; chat: string } | undefined> {
      const found = await read(message);
      const press = parseButtonData(found?.data[key]);
      return press && found && { press, chat: found.chat };
    },
  };
}

function keyOf(message: string): string {
  return `buttons:${message}`;
}
