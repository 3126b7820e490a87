import type { Control } from "../../core/control.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Address, Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Texts } from "../../platform/texts.ts";
import { answerButton, formatButtonFailure } from "./answer-button.ts";
import type { ButtonPress } from "./button-data.ts";
import type { ChannelState } from "./channel-state.ts";
import { askChange } from "./correction-prompts.ts";
import type { PendingCorrections } from "./pending-corrections.ts";

export interface HandlePressDeps {
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
    asked: { readonly approval: string; readonly text: string; readonly user: string },
  ) => void;
  readonly clock: Clock;
}

export interface Press {
  /** The platform's id of the press. */
  readonly id: string;
  readonly press: ButtonPress;
  readonly sender: Envelope["sender"];
  readonly address: Address;
  /** As in `PendingCorrections`. */
  readonly position: number;
  /** Message with the button, if known. */
  readonly message?: string | undefined;
}

/**
 * Carries out a button press once, even if the platform reports it several times, and posts the result. For
 * platforms that show nothing else in response.
 */
export async function handlePress(pressed: Press, deps: HandlePressDeps): Promise<void> {
  const { id, press, sender, address } = pressed;
  const { memory } = deps;
  const key = `tap:${id}`;
  const known = await memory.get(key);
  if (known === "done") return;
  if (known === undefined) await memory.set(key, "begun");
  const by = await deps.resolveSender(sender);
  const { approvals: said } = await deps.textsFor(address.externalId);
  const outcome = await answerButton({ press, by, address }, deps).catch((error: unknown) => ({
    failure: formatButtonFailure(error, said),
  }));
  if (outcome === "ask") await askWhat(pressed, said, deps);
  const line = lineOf(outcome, { press, said });
  // If an earlier attempt had carried it out, the person would be told that it was decided by
  // someone else.
  if (line !== undefined && known === undefined) await deps.say(address.externalId, line);
  await memory.set(key, "done");
}

async function askWhat(
  { press: { id: approval }, sender: { id: user }, address, position, message }: Press,
  said: Texts["approvals"],
  { revisions, ask, clock }: HandlePressDeps,
): Promise<void> {
  const { externalId, kind } = address;
  await revisions.expect(
    { externalId, user },
    {
      approval,
      after: position,
      at: clock.now(),
      messages: message === undefined ? [] : [message],
    },
  );
  ask(externalId, { approval, user, text: askChange(kind === "direct" ? kind : "group", said) });
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
