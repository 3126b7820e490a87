import { Fault } from "@reeve/sdk";
import type { Outbound } from "../../../core/outbound.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import type { ChannelHost } from "../channel-host.ts";
import type { ChannelState } from "../channel-state.ts";
import type { ClosedApproval } from "../intake.ts";
import { withLinks } from "../button-data.ts";
import { uploadFile } from "../upload-file.ts";
import { deliverPieces } from "./deliver-pieces.ts";
import { openDeliveryLog } from "./delivery-log.ts";
import type { KeyedPlatform, Posting } from "./keyed-platform.ts";
import { questionLanes } from "./question-lanes.ts";
import {
  createReactionButtons,
  type ReactionButton,
  type ReactionButtons,
  reactionButtonsOf,
} from "./reaction-buttons.ts";

export interface KeyedDeliveryDeps<Content> extends Pick<
  ChannelHost,
  "state" | "readFile" | "linkTo" | "log"
> {
  readonly platform: KeyedPlatform<Content>;
}

/** Sends one message of a part, which may refer to those before it. Returns its id. */
type Piece = (ids: readonly string[], key: string) => Promise<string>;

/**
 * Creates the delivery of parts to a platform that accepts each key once: a piece that may have arrived is
 * sent again under its key. Buttons are reactions by the agent.
 */
export function createKeyedDelivery<Content>(
  deps: KeyedDeliveryDeps<Content>,
): Outbound["deliver"] {
  const { state, platform } = deps;
  const reactions = createReactionButtons(state, platform);
  const deliver: Outbound["deliver"] = async (address, part, options) => {
    const { clientId, signal, language, of, answers } = options;
    const { externalId, kind } = address;
    await checkAudience(address, platform, signal);
    const subject = subjectOf(part, externalId);
    const edits = subject && (await state.get(subject));
    const replyTo = kind === "direct" ? undefined : ((await of?.answers()) ?? answers);
    const said = texts(language);
    const buttons = reactionButtonsOf(part, said);
    const contents = await contentsOf(part, { ...deps, buttons, texts: said, signal });
    const place = { externalId, replyTo, signal };
    const pieces =
      edits === undefined
        ? newPieces(contents, { ...place, buttons, reactions, platform })
        : await changePieces(contents, { ...place, edits, buttons, reactions, platform });
    const log = await openDeliveryLog(state, { externalId, clientId });
    const ids = await deliverPieces(pieces, {
      log,
      recover: async () => undefined,
      post: (piece, { index }) => piece(log.ids, `${clientId}:${index}`),
      isRefusal: (error) => platform.isRefusal(error),
    });
    const message = edits ?? ids[0] ?? clientId;
    if (subject !== undefined && message !== edits)
      await state.set(subject, message, { externalId });
    return message;
  };
  return (address, part, options) => {
    if (part.type !== "decision" || !part.isResult) return deliver(address, part, options);
    const question = { approval: part.approval, chat: address.externalId };
    return questionLanes(state).finish(question, () => deliver(address, part, options));
  };
}

interface Target<Content> extends Omit<Posting, "key" | "edits" | "buttons"> {
  readonly reactions: ReactionButtons;
  readonly platform: KeyedPlatform<Content>;
}

/** The first message is the reply, and the last has the buttons. */
function newPieces<Content>(
  contents: readonly Content[],
  {
    buttons,
    replyTo,
    platform,
    reactions,
    ...place
  }: Target<Content> & { readonly buttons: readonly ReactionButton[] },
): readonly Piece[] {
  const last = contents.length - 1;
  const messages = contents.map((content, at): Piece => {
    const first = at === 0 && { replyTo };
    const own = at === last && !platform.reactions && { buttons };
    return (_ids, key) => platform.post(content, { ...place, ...first, ...own, key });
  });
  const below = buttons.map((_button, index): Piece => {
    return (ids, key) => reactions.add(buttons, { ...place, key, index, message: ids[last] ?? "" });
  });
  return [...messages, ...(platform.reactions ? below : [])];
}

/** Changes a message, and its buttons if they are others. */
async function changePieces<Content>(
  [content]: readonly Content[],
  {
    edits,
    buttons = [],
    platform,
    reactions,
    ...place
  }: Target<Content> & {
    readonly edits: string;
    readonly buttons?: readonly ReactionButton[];
  },
): Promise<readonly Piece[]> {
  if (content === undefined) return [];
  const own = !platform.reactions && { buttons };
  const change: Piece = (_ids, key) => platform.post(content, { ...place, ...own, key, edits });
  if (await reactions.has(edits, buttons)) return [change];
  const removals = (await reactions.of(edits)).map((reaction): Piece => {
    return (_ids, key) => reactions.remove(reaction, { ...place, key });
  });
  const below = (platform.reactions ? buttons : []).map((_button, index): Piece => {
    return (_ids, key) => reactions.add(buttons, { ...place, key, index, message: edits });
  });
  return [change, ...removals, ...below];
}

/**
 * Shows how an approval was decided in the message that asks for it, and removes its buttons. Once the message
 * shows the result of the call, it stays.
 */
export async function showOutcome<Content>(
  { approval, text, ...place }: ClosedApproval & { readonly signal: AbortSignal },
  { platform, state }: { readonly platform: KeyedPlatform<Content>; readonly state: ChannelState },
): Promise<void> {
  const { externalId: chat } = place;
  await questionLanes(state).change({ approval, chat }, async () => {
    const edits = await state.get(questionKey(approval, chat));
    if (edits === undefined) return;
    const reactions = createReactionButtons(state, platform);
    const pieces = await changePieces(platform.plain(text), {
      ...place,
      edits,
      platform,
      reactions,
    });
    for (const [index, piece] of pieces.entries()) await piece([], `closed:${approval}:${index}`);
  });
}

/** Returns the contents of the messages of a part; at least one. */
async function contentsOf<Content>(
  part: ReplyPart,
  {
    platform,
    buttons,
    signal,
    ...deps
  }: KeyedDeliveryDeps<Content> & {
    readonly buttons: readonly ReactionButton[];
    readonly texts: Texts;
    readonly signal: AbortSignal;
  },
): Promise<readonly Content[]> {
  const plain = (text: string) => {
    const pieces = platform.plain(text);
    return pieces.length > 0 ? pieces : platform.plain("…");
  };
  switch (part.type) {
    case "text":
    case "notice": {
      const formatted = platform.markdown(part.text);
      return formatted.length > 0 ? formatted : plain(part.text);
    }
    case "decision":
    case "progress":
    case "invoice":
      return plain(part.text);
    case "buttons": {
      const keys = (platform.reactions ? buttons : []).map((one) => `${one.emoji} ${one.title}`);
      const text = [withLinks(part), keys.join("   ")].filter(Boolean).join("\n\n");
      // One message, which an edit replaces whole.
      return [...platform.markdown(text), ...plain(text)].slice(0, 1);
    }
    case "approval":
    case "choice": {
      const text = part.type === "approval" ? part.question : part.text;
      // The emoji of a button replaces the sign in its title.
      const keys = (platform.reactions ? buttons : []).map(
        (one) => `${one.emoji} ${one.title.replace(/^[^\p{L}]+/u, "")}`,
      );
      return plain([text, keys.join("   ")].filter(Boolean).join("\n\n"));
    }
    case "file": {
      const sent = await uploadFile(part, {
        ...deps,
        upload: (data) => platform.file({ ...part, data }, signal),
        isRefused: (error) => platform.isRefusal(error),
      });
      return "upload" in sent ? [sent.upload] : plain(`${part.text}\n${sent.line}`.trim());
    }
  }
}

/** Nothing that is meant for one person is sent to a chat that others have joined since. */
async function checkAudience(
  { kind, externalId }: Address,
  { kindOf }: Pick<KeyedPlatform<unknown>, "kindOf">,
  signal: AbortSignal,
): Promise<void> {
  if (kind !== "direct" || ((await kindOf?.(externalId, signal)) ?? kind) === "direct") return;
  throw new Fault("conflict", `Others have joined the direct chat ${externalId}.`, {
    hint: "The message will be sent when there are two people in the chat again.",
  });
}

/** Returns the key of the state for a message that is changed later; undefined for other parts. */
function subjectOf(part: ReplyPart, externalId: string): string | undefined {
  if (part.type === "approval" || part.type === "decision")
    return questionKey(part.approval, externalId);
  if (part.type === "buttons") return `plugin:${part.about}:${externalId}`;
  return part.type === "progress" ? `progress:${part.about}:${externalId}` : undefined;
}

/** Returns the key of the state under which the message of an approval is stored. */
function questionKey(approval: string, externalId: string): string {
  return `question:${approval}:${externalId}`;
}
