import type { Envelope } from "../../kernel/envelope.ts";
import type { Language } from "../../kernel/languages.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { hasScope } from "../../kernel/token-scope.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { answersIn, type CommandFacts, mayUse } from "../commands.ts";
import type { IntakePolicy } from "./deps.ts";
import { findAccessDenial } from "../channel-access.ts";
import { checkRate, formatRate } from "./check-rate.ts";

/** Verdict on a command before it is read. */
export type CommandVerdict =
  | { readonly type: "answer" }
  /** This line is all that it is answered with. */
  | { readonly type: "tell"; readonly text: string }
  | {
      readonly type: "end";
      readonly state: "noted" | "ignored" | "refused";
      readonly reason: string;
    };

export interface AuthorizeCommandOptions {
  readonly command: CommandFacts;
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly chat: Chat;
  readonly now: number;
  readonly policy: Pick<IntakePolicy, "limits" | "timeZone" | "accessOf">;
  /** In which who asks is answered. */
  readonly language: Language;
}

/**
 * Whether a command of somebody who is no stranger is answered: once for all edits that say
 * the same, and for members and guests within their rates and not during a pause.
 */
export async function authorizeCommand(
  tx: Repositories,
  { command, envelope, author, chat, now, policy, language }: AuthorizeCommandOptions,
): Promise<CommandVerdict> {
  const closed = findAccessDenial(policy.accessOf?.(chat.channel), { ...chat, role: author.role });
  // Admins can open again what was closed by a command.
  const isOpened = chat.policy !== null && isAtLeast(author.role, "admin");
  if (closed !== undefined && !isOpened) return { type: "end", state: "ignored", reason: closed };
  if (envelope.edit > 0 && (await wasAnswered(tx, chat, envelope)))
    return { type: "end", state: "noted", reason: "answered before it was edited" };
  if (!isAtLeast(author.role, "admin")) {
    if (await tx.pauses.isPaused(chat.tenant, chat.id))
      return { type: "end", state: "ignored", reason: "a command while paused" };
    const pace = await checkRate(tx, { author, chat, now }, policy);
    if (pace.type !== "free") {
      const limit = formatRate(pace.limit, { now, timeZone: policy.timeZone ?? "UTC" });
      return { type: "end", state: "refused", reason: `too fast: ${limit}` };
    }
  }
  const { notForYou, directOnly, needsScope } = texts(language).commands;
  const { name, access, scope } = command;
  if (envelope.scopes && !hasScope(envelope.scopes, scope))
    return { type: "tell", text: needsScope({ command: name, scope }) };
  if (!mayUse(command, author.role))
    return { type: "tell", text: notForYou[access]({ command: name }) };
  if (!answersIn(command, chat.kind)) return { type: "tell", text: directOnly({ command: name }) };
  return { type: "answer" };
}

async function wasAnswered(
  tx: Repositories,
  chat: Chat,
  { id, edit, text }: Envelope,
): Promise<boolean> {
  const earlier = await tx.inbox.versionBefore(chat.id, { id, edit });
  if (!earlier || earlier.turn !== null || earlier.body.kind !== "message") return false;
  const isOver = earlier.state === "answered" || earlier.state === "noted";
  return isOver && earlier.body.text.trim() === text.trim();
}
