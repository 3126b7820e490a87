import type { Control } from "../../../core/control.ts";
import type { Inbox } from "../../../core/inbox.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { Texts } from "../../../platform/texts.ts";
import { askChange } from "../../kit/correction-prompts.ts";
import { answerButton, formatButtonFailure } from "../../kit/answer-button.ts";
import type { ButtonPress } from "../../kit/button-data.ts";
import type { PendingCorrections } from "../../kit/pending-corrections.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import type { CloudMessage } from "./read-webhook.ts";
import { addressOf, senderOf } from "./to-envelope.ts";

export interface HandleButtonDeps {
  readonly channel: string;
  /** Configured language of the channel's people. */
  readonly language?: string | undefined;
  readonly inbox: Pick<Inbox, "decide">;
  readonly control: Pick<Control, "receive">;
  readonly memory: ChannelState;
  readonly revisions: PendingCorrections;
  /** Returns the channel's built-in texts in the language of a chat. */
  readonly textsFor: (externalId: string) => Promise<Texts>;
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Posts a line to a chat. The post may be lost. */
  readonly say: (externalId: string, text: string) => Promise<void>;
  /** Asks, in the background, what to change. A reply to that message names the approval. */
  readonly ask: (
    externalId: string,
    asked: { readonly approval: string; readonly text: string },
  ) => void;
  readonly clock: Clock;
}

export interface ButtonMessage {
  readonly message: CloudMessage;
  readonly name: string | undefined;
  readonly press: ButtonPress;
}

/** Carries out a button press once, even if Meta sends it several times, and posts the result. */
export async function handleButton(
  { message, name, press }: ButtonMessage,
  deps: HandleButtonDeps,
): Promise<void> {
  const { memory, channel, language } = deps;
  const key = `tap:${message.id}`;
  const known = await memory.get(key);
  if (known === "done") return;
  if (known === undefined) await memory.set(key, "begun");
  const address = addressOf(message, channel);
  const by = await deps.resolveSender(senderOf(message, { name, language }));
  const { approvals: said } = await deps.textsFor(address.externalId);
  const outcome = await answerButton({ press, by, address }, deps).catch((error: unknown) => ({
    failure: formatButtonFailure(error, said),
  }));
  if (outcome === "ask") await askWhat({ message, approval: press.id, said }, deps);
  const line = lineOf(outcome, { press, said });
  // If an earlier attempt had carried it out, the person would be told that it was decided by
  // someone else.
  if (line !== undefined && known === undefined) await deps.say(address.externalId, line);
  await memory.set(key, "done");
}

async function askWhat(
  {
    message,
    approval,
    said,
  }: {
    readonly message: CloudMessage;
    readonly approval: string;
    readonly said: Texts["approvals"];
  },
  { revisions, ask, clock }: HandleButtonDeps,
): Promise<void> {
  const { from, timestamp, context } = message;
  const author = { externalId: from, user: from };
  await revisions.expect(author, {
    approval,
    after: timestamp * 1000,
    at: clock.now(),
    // A button press contains the id of the message with the button.
    messages: context?.id === undefined ? [] : [context.id],
  });
  ask(from, { approval, text: askChange("direct", said) });
}

/** After a recorded answer to an approval or a plan, the turn posts its own result. */
function lineOf(
  outcome: Awaited<ReturnType<typeof answerButton>> | { readonly failure: string },
  { press, said: { answers } }: { readonly press: ButtonPress; readonly said: Texts["approvals"] },
): string | undefined {
  if (typeof outcome === "object") return outcome.failure;
  if (press.kind === "pair") return answers.noted;
  return outcome === "noted" || outcome === "ask" ? undefined : answers[outcome];
}
