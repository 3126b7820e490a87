import type { Control } from "../../../core/control.ts";
import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { answerTap, tellTapFailure } from "../../answer-tap.ts";
import type { Tap } from "../../question-verbs.ts";
import type { Revisions } from "../../revisions.ts";
import type { SurfaceMemory } from "../../surface-memory.ts";
import type { Texts } from "../texts.ts";
import type { CloudMessage } from "./read-webhook.ts";
import { addressOf, senderOf } from "./to-envelope.ts";

export interface TakeTapParts {
  readonly surface: string;
  readonly inbox: Pick<Inbox, "decide">;
  readonly control: Pick<Control, "call">;
  readonly memory: SurfaceMemory;
  readonly revisions: Revisions;
  readonly texts: Texts;
  readonly knowSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Says a line in a chat, which may be lost. */
  readonly say: (chat: string, text: string) => Promise<void>;
}

export interface TappedMessage {
  readonly message: CloudMessage;
  readonly name: string | undefined;
  readonly tap: Tap;
}

/** Carries out a tapped button, once however often it is told, and says what has to be said of it. */
export async function takeTap(
  { message, name, tap }: TappedMessage,
  parts: TakeTapParts,
): Promise<void> {
  const { memory, revisions, texts, surface } = parts;
  const key = `tap:${message.id}`;
  const known = await memory.get(key);
  if (known === "done") return;
  if (known === undefined) await memory.set(key, "begun");
  const address = addressOf(message, surface);
  const by = await parts.knowSender(senderOf(message, name));
  const outcome = await answerTap({ tap, by, address }, parts).catch((error: unknown) => ({
    failure: tellTapFailure(error, texts),
  }));
  if (outcome === "ask")
    await revisions.expect(
      { chat: address.chat, user: message.from },
      { approval: tap.id, after: message.timestamp * 1000 },
    );
  const line = lineOf(outcome, texts);
  // What an earlier try has carried out already would be told as decided by somebody else.
  if (line !== undefined && (known === undefined || outcome === "ask"))
    await parts.say(address.chat, line);
  await memory.set(key, "done");
}

/** What follows a recorded answer is the turn's to say. */
function lineOf(
  outcome: Awaited<ReturnType<typeof answerTap>> | { readonly failure: string },
  texts: Texts,
): string | undefined {
  if (typeof outcome === "object") return outcome.failure;
  if (outcome === "ask") return texts.askChange;
  return outcome === "noted" ? undefined : texts[outcome];
}
