import { type Access, Fault } from "@reeve/sdk";
import type { Address } from "../kernel/envelope.ts";
import { type InboxId, type NewId, toId } from "../kernel/ids.ts";
import type { Language } from "../kernel/languages.ts";
import { isAtLeast, type Principal, type Role } from "../kernel/principal.ts";
import type { ReplyPart } from "../kernel/reply.ts";
import type { TokenScope } from "../kernel/token-scope.ts";
import { texts } from "../platform/texts.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Repositories } from "../store/store.ts";

/** Facts about a command for people. */
export interface CommandFacts {
  /** Name behind the slash: lowercase letters, digits and `_`. */
  readonly name: string;
  /** With its arguments: `/undo [id]`. */
  readonly usage: string;
  /** One line in English: what it does. Absent where `locales/` says so. */
  readonly summary?: string | undefined;
  /** Access it requires; strangers never have it. */
  readonly access: Access;
  /** Scope that a token needs to send it; that of the operation that does the same. */
  readonly scope: TokenScope;
  /** `direct`: it tells what is one person's, so it answers in direct chats only. Absent: everywhere. */
  readonly where?: "direct" | undefined;
}

/** A command as somebody wrote it. */
export interface CommandRequest {
  readonly person: Principal;
  /** In which they are answered. */
  readonly language: Language;
  /** By whose clock they are told the time: an IANA name. */
  readonly timeZone: string;
  readonly address: Address;
  /** Text behind its name, trimmed. */
  readonly argument: string;
  /** The platform's id of the message: the same when it is delivered again. */
  readonly message: string;
  /** Unix milliseconds. */
  readonly now: number;
}

export interface CommandContext extends CommandRequest {
  readonly chat: Chat;
  readonly newId: NewId;
  /** Whether parts of a reply are sent one by one; elsewhere people read them as one text. */
  readonly isPush: boolean;
  /** Has something done once the commit is durable, such as ringing a wakeup; a crash may leave it out. */
  readonly afterCommit: (work: () => void) => void;
}

/** Answers in the transaction that stores the message: nothing but the repositories may be awaited. */
export type AnswerCommand = (
  tx: Repositories,
  context: CommandContext,
) => Promise<readonly ReplyPart[]>;

/**
 * A message that is answered without a model. A `Fault` that is thrown is the answer, and
 * whatever the command has written is taken back.
 */
export type ChatCommand = CommandFacts &
  (
    | { readonly answer: AnswerCommand; readonly prepare?: undefined }
    /**
     * Reads, or does, what takes longer than a transaction may, and answers with what is left to
     * do in it. After a crash it runs again for the same message, so it has to find what it did.
     */
    | { prepare(asked: CommandRequest): Promise<AnswerCommand>; readonly answer?: undefined }
  );

/**
 * Strips the agent's own name from the beginning, as in `@reeve /tasks`. The name has no @; a text
 * that names nobody, or someone else, stays as it is.
 */
export function stripMention(text: string, username: string | undefined): string {
  const [whole = "", named] = /^@(\w+)[,:]?\s+/.exec(text) ?? [];
  return named?.toLowerCase() === username?.toLowerCase() ? text.slice(whole.length) : text;
}

/** Prefix of the ids of command answers, which people do not look for later. */
const ANSWER = "command:";

/** The id under which a command is answered. */
export function answerId(message: InboxId): string {
  return `${ANSWER}${message}`;
}

/** The command's message that a part of something that was said answers; undefined where it answers none. */
export function commandAnswered(id: string): InboxId | undefined {
  const [, message] = /^command:(.+):\d+$/.exec(id) ?? [];
  return message === undefined ? undefined : toId<"inbox">(message);
}

/** Whether something that was said, or one of its parts, answers a command. */
export function isCommandAnswer(id: string): boolean {
  return id.startsWith(ANSWER);
}

/** A command in a message. */
export interface FoundCommand {
  readonly command: ChatCommand;
  readonly argument: string;
}

/** Whether somebody with this role may use a command. */
export function mayUse({ access }: Pick<CommandFacts, "access">, role: Role): boolean {
  if (role === "stranger") return false;
  return access === "anyone" || isAtLeast(role, access);
}

/** Whether a command answers in chats of this kind. */
export function answersIn({ where }: Pick<CommandFacts, "where">, kind: Address["kind"]): boolean {
  return where === undefined || kind === where;
}

/** One text as the answer. It may hold what others wrote, so its addresses stay plain. */
export function textReply(text: string): readonly ReplyPart[] {
  return [{ type: "text", text, links: "plain" }];
}

/** That the argument is not one which the command takes, in the language of who wrote it; throw it. */
export function usageFault({ usage }: Pick<CommandFacts, "usage">, language: Language): Fault {
  return new Fault("invalid", texts(language).commands.wrongUsage({ usage }));
}
