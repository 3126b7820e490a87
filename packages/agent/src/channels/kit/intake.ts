import type { Inbox } from "../../core/inbox.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Address, Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import { type Texts, texts } from "../../platform/texts.ts";
import { answerButton, formatButtonFailure } from "./answer-button.ts";
import { createBotLoopGuard } from "./bot-loop-guard.ts";
import type { ButtonPress, PluginButtonPress } from "./button-data.ts";
import type { ChannelHost } from "./channel-host.ts";
import { askChange } from "./correction-prompts.ts";
import { findOutcome } from "./find-outcome.ts";
import { createPendingCorrections } from "./pending-corrections.ts";
import { receiveMessage } from "./receive-message.ts";

export interface IntakeDeps extends Pick<
  ChannelHost,
  "state" | "control" | "resolveSender" | "findSaid" | "languageIn" | "clock" | "log"
> {
  readonly inbox: Inbox;
  /** The agent's language on the channel, as BCP 47. Default: English. */
  readonly language?: string | undefined;
  /** Posts a line to a chat. Returns the id of its message. `key` is the same if the line is posted again. */
  readonly post: (externalId: string, text: string, key: string) => Promise<string>;
  /** Shows in the message of an approval how it was decided. */
  readonly close?: (closed: ClosedApproval) => Promise<void>;
  /** Shows the sender of a message that it was read. */
  readonly markRead: (envelope: Envelope) => Promise<unknown>;
  /** Returns a message to which another one replies, if the platform has it. */
  readonly findMessage?: (
    externalId: string,
    message: string,
  ) => Promise<RepliedMessage | undefined>;
  readonly signal: AbortSignal;
}

export interface ClosedApproval {
  readonly approval: string;
  readonly externalId: string;
  /** The question and its outcome. */
  readonly text: string;
  /** The outcome alone, if a press has just denied the call. */
  readonly denied?: string | undefined;
}

export interface RepliedMessage {
  readonly name: string;
  readonly text: string;
  /** The agent wrote it. */
  readonly isOwn: boolean;
}

export interface Press {
  /** The platform's id of the press. */
  readonly id: string;
  readonly press: ButtonPress | PluginButtonPress;
  readonly sender: Envelope["sender"];
  readonly address: Address;
  /** As in `PendingCorrections`. */
  readonly position: number;
  /** Message with the button, if known. */
  readonly message?: string | undefined;
}

/** A press that decides something. */
interface Decision extends Press {
  readonly press: ButtonPress;
}

/**
 * Takes in what people do on a platform that reports only messages and presses, in each chat one after the
 * other. Disposing of it waits for its background work.
 */
export interface Intake extends AsyncDisposable {
  /** Carries out a press once, even if the platform reports it several times, and posts the result. */
  press(press: Press): Promise<void>;
  /**
   * Resolves once the message is stored, with the one that it replies to. A reply to the agent counts as
   * addressed to it.
   */
  message(envelope: Envelope): Promise<void>;
  /** Posts a line in the background; it may be lost. */
  say(externalId: string, text: string, key: string): void;
  /** Runs work in the background, which may be lost when the process ends. */
  beside(what: string, work: () => Promise<unknown>): void;
  /** Returns the built-in texts in the language of a chat. */
  textsFor(externalId: string): Promise<Texts>;
}

export function createIntake(deps: IntakeDeps): Intake {
  const { inbox, state, control, post, signal, log } = deps;
  const revisions = createPendingCorrections(state);
  const guard = createBotLoopGuard(deps);
  const lanes = createLanes();
  const works = new Set<Promise<void>>();

  const beside: Intake["beside"] = (what, work) => {
    const run = async () => {
      const done = await attempt(work());
      if (done.status === "rejected" && !signal.aborted)
        log.warn("background task failed", { what, error: done.reason });
    };
    const running = run().finally(() => works.delete(running));
    works.add(running);
  };
  const textsFor: Intake["textsFor"] = async (externalId) =>
    texts((await deps.languageIn(externalId)) ?? deps.language);
  const say: Intake["say"] = (externalId, text, key) =>
    beside("a line", () => post(externalId, text, key));

  const close = async (
    id: string,
    { by, address, isDenied }: { by: Principal; address: Address; isDenied?: boolean },
  ): Promise<void> => {
    const { externalId } = address;
    const said = (await textsFor(externalId)).approvals;
    const outcome = deps.close && (await findOutcome({ id, by, address }, control, said));
    const text = outcome && [outcome.question ?? "", outcome.text].join("\n\n").trim();
    const denied = isDenied && outcome?.question === undefined ? outcome?.text : undefined;
    if (text !== undefined) await deps.close?.({ approval: id, externalId, text, denied });
  };
  const withQuote = async (envelope: Envelope): Promise<Envelope> => {
    const { replyTo, address, media } = envelope;
    if (replyTo === undefined) return envelope;
    const { externalId } = address;
    const [said, found] = await Promise.all([
      deps.findSaid(externalId, replyTo),
      deps.findMessage?.(externalId, replyTo),
    ]);
    const quote = found && found.text !== "" ? { name: found.name, text: found.text } : undefined;
    const isReaction = media?.some(({ kind }) => kind === "reaction");
    const isAddressed = found?.isOwn && !isReaction;
    const isOverheard = isAddressed ? undefined : envelope.isOverheard;
    return { ...envelope, isOverheard, quote: said ?? quote };
  };
  const askWhat = async (
    {
      id,
      press: { id: approval },
      sender: { id: user },
      address,
      position: after,
      message,
    }: Decision,
    said: Texts["approvals"],
  ): Promise<void> => {
    const { externalId, kind } = address;
    const from = { externalId, user };
    const messages = message === undefined ? [] : [message];
    await revisions.expect(from, { approval, after, at: deps.clock.now(), messages });
    beside("what to change", async () => {
      const text = askChange(kind === "direct" ? kind : "group", said);
      const named = { approval, message: await post(externalId, text, `ask:${id}`) };
      await lanes.run(externalId, () => revisions.name(from, named));
    });
  };

  /** Stores a press for its plugin. A text of the plugin for the person is not shown. */
  const pressPlugin = async (
    { id, sender, address }: Press,
    { id: keyboard, verb: button }: PluginButtonPress,
  ): Promise<void> => {
    const by = await deps.resolveSender(sender);
    const { outcome } = await inbox.press({ id, keyboard, button, by, address });
    if (outcome !== "stored") {
      const { answers } = (await textsFor(address.externalId)).approvals;
      const line = outcome === "expired" ? answers.buttonExpired : answers.tooMany;
      say(address.externalId, line, `press:${id}`);
    }
    await inbox.retryWaiting(address);
  };
  const press = async (pressed: Press): Promise<void> => {
    const { id, press: button, sender, address } = pressed;
    if (button.kind === "plugin") return pressPlugin(pressed, button);
    const { externalId } = address;
    const key = `tap:${id}`;
    const known = await state.get(key);
    if (known === "done") return;
    if (known === undefined) await state.set(key, "begun");
    const by = await deps.resolveSender(sender);
    const { approvals: said } = await textsFor(externalId);
    const done = await attempt(answerButton({ press: button, by, address }, deps));
    if (done.status === "fulfilled" && done.value === "ask")
      await askWhat({ ...pressed, press: button }, said);
    const line =
      done.status === "rejected"
        ? formatButtonFailure(done.reason, said)
        : lineOf(done.value, button, said);
    // If an earlier attempt had carried it out, the person would be told that it was decided by
    // someone else.
    if (line !== undefined && known === undefined) say(externalId, line, `press:${id}`);
    if (done.status === "fulfilled" && button.kind === "approve") {
      // An earlier attempt may have decided it.
      const isDecided = done.value === "noted" || known !== undefined;
      await close(button.id, { by, address, isDenied: isDecided && button.verb === "deny" });
    }
    await state.set(key, "done");
    await inbox.retryWaiting(address);
  };
  const message = async (given: Envelope): Promise<void> => {
    const { id, address, sentAt } = given;
    if (guard.isTooMuch(given, sentAt)) return;
    const envelope = await withQuote(given);
    const receipt = await receiveMessage(envelope, sentAt, {
      ...deps,
      revisions,
      async onCorrected({ approval, by }) {
        await close(approval, { by, address });
        await inbox.retryWaiting(address);
      },
      textsOf: () => textsFor(address.externalId),
      reply: async (text) => say(address.externalId, text, `say:${id}`),
    });
    if (receipt?.outcome === "queued" || receipt?.outcome === "answered")
      beside("a receipt", () => deps.markRead(envelope));
  };

  return {
    beside,
    say,
    textsFor,
    press: (pressed) => lanes.run(pressed.address.externalId, () => press(pressed)),
    message: (given) => lanes.run(given.address.externalId, () => message(given)),
    async [Symbol.asyncDispose]() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}

/** After a recorded answer to an approval or a plan, the turn posts its own result. */
function lineOf(
  result: Awaited<ReturnType<typeof answerButton>>,
  { kind }: ButtonPress,
  { answers }: Texts["approvals"],
): string | undefined {
  if (kind === "pair") return answers.noted;
  return result === "noted" || result === "ask" ? undefined : answers[result];
}
