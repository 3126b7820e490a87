import { isFault } from "@reeve/sdk";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";
import {
  type AnswerCommand,
  answersIn,
  type FoundCommand,
  textReply,
  mayUse,
} from "../commands.ts";
import type { IntakeDeps } from "./deps.ts";
import { authorizeCommand } from "./authorize-command.ts";
import { chatUid } from "./resolve.ts";
import type { Locale } from "../locale.ts";
import { resolveSender } from "./resolve-sender.ts";

/** A command, and how its message is answered once it is stored. */
export interface PreparedCommand extends FoundCommand {
  readonly answer: AnswerCommand;
  /** `failed` where what it says is only that something broke. */
  readonly state: "answered" | "failed";
}

/**
 * Does what has to be done before the transaction, unless the message is known already or is
 * not answered anyway.
 */
export async function prepareCommand(
  envelope: Envelope,
  found: FoundCommand,
  deps: IntakeDeps,
): Promise<PreparedCommand> {
  const { command, argument } = found;
  if (command.answer) return { ...found, answer: command.answer, state: "answered" };
  const author = await resolveSender(envelope, deps);
  if (!(await isToAnswer(envelope, { found, author }, deps)))
    return { ...found, answer: async () => [], state: "answered" };
  const asked = {
    person: author,
    ...(await localeFor(envelope, author, deps)),
    address: envelope.address,
    argument,
    message: envelope.id,
    now: deps.clock.now(),
  };
  return command.prepare(asked).then(
    (answer) => ({ ...found, answer, state: "answered" }),
    (error: unknown) => afterError(error, found, deps),
  );
}

/** The same command, answered with what went wrong. Whoever wrote it is told in any case. */
export function afterError(
  error: unknown,
  found: FoundCommand,
  { log }: Pick<IntakeDeps, "log">,
): PreparedCommand {
  if (isFault(error)) {
    const text = [error.message, error.hint].filter(Boolean).join("\n");
    return { ...found, answer: async () => textReply(text), state: "answered" };
  }
  log?.error("chat command failed", { command: found.command.name, error });
  const answer: AnswerCommand = async (_tx, { language }) => {
    const text = texts(language).commands.failed({ command: found.command.name });
    return [{ type: "notice", code: "failed", text }];
  };
  return { ...found, answer, state: "failed" };
}

async function isToAnswer(
  envelope: Envelope,
  { found: { command }, author }: { readonly found: FoundCommand; readonly author: Principal },
  deps: IntakeDeps,
): Promise<boolean> {
  if (author.role === "stranger") return false;
  const { read } = deps.store;
  const { channel, externalId } = envelope.address;
  const chats = await read.chats.byAddress(channel, externalId);
  const chat = chats.find(({ uid, kind }) => kind !== "direct" || uid === author.id);
  const now = deps.clock.now();
  const { policy } = deps;
  const { language } = await localeFor(envelope, author, deps);
  if (!chat) return mayUse(command, author.role) && answersIn(command, envelope.address.kind);
  if (await read.inbox.byMessage(chat.id, envelope.id, envelope.edit)) return false;
  const asking = { command, envelope, author, chat, now, policy, language };
  const standing = await authorizeCommand(read, asking);
  return standing.type === "answer";
}

/** As it is once the message is stored. */
async function localeFor(
  { address, sender }: Envelope,
  author: Principal,
  { store: { read }, localeOf }: IntakeDeps,
): Promise<Locale> {
  const { tenant } = author;
  const { channel, externalId, kind } = address;
  const uid = chatUid(address, author);
  const chat = await read.chats.byKey({ tenant, uid, channel, externalId });
  const language = sender.language ?? chat?.language ?? null;
  return localeOf(read, { tenant, uid, kind, language });
}
