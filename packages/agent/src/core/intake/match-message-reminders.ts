import type { Envelope } from "../../kernel/envelope.ts";
import { foldText } from "../../kernel/text/fold-text.ts";
import { indexTerms } from "../../kernel/text/index-terms.ts";
import { plainText } from "../../kernel/text/plain-text.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Job, JobSchedule } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";

interface MatchedMessage {
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly chat: Chat;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Makes watches due that wait for what was written, in the commit that stores it; answers with how
 * many. Nobody is told of a chat that they do not read themselves.
 */
export async function matchMessageReminders(
  tx: Repositories,
  written: MatchedMessage,
): Promise<number> {
  const { author, now } = written;
  const watches = await tx.jobs.watching(author.tenant, now);
  const others = watches.filter(({ maker }) => maker !== author.id);
  if (others.length === 0) return 0;
  const { text } = written.envelope;
  const said = new Set([text, plainText(text)].flatMap(indexTerms));
  let matched = 0;
  for (const job of others) {
    if (!isMeant(job, written, said) || !(await readsAlong(tx, job, written.chat))) continue;
    const note = `${author.name} wrote about it`;
    if (await tx.jobs.move(job.id, null, { nextAt: now, matched: note })) matched += 1;
  }
  return matched;
}

function isMeant(
  { schedule, lastAt }: Job,
  { envelope, now }: MatchedMessage,
  said: ReadonlySet<string>,
): boolean {
  if (schedule.type !== "watch") return false;
  if (lastAt !== null && lastAt + schedule.cooldownMs > now) return false;
  if (!isWrittenBy(schedule, envelope)) return false;
  const wanted = schedule.words.flatMap(indexTerms);
  return wanted.every((term) => said.has(term));
}

/** By name, username or id; of a name its first word is enough. */
function isWrittenBy(
  { person }: Extract<JobSchedule, { type: "watch" }>,
  { sender: { id, name, username } }: Envelope,
): boolean {
  if (person === undefined) return true;
  const wanted = foldText(person.replace(/^@/, ""));
  const folded = foldText(name);
  const names = [id, folded, folded.split(" ")[0], username && foldText(username)];
  return wanted !== "" && names.includes(wanted);
}

/** The owner reads everything; others the chat in which they asked, and from their own those that they write in. */
async function readsAlong(tx: Repositories, job: Job, written: Chat): Promise<boolean> {
  if (job.chat === written.id) return true;
  const [chat, maker] = [await tx.chats.byId(job.chat), await tx.people.byId(job.maker)];
  if (chat?.kind !== "direct" || !maker) return false;
  if (maker.role === "owner") return true;
  return written.kind !== "direct" && (await tx.inbox.hasWritten(written.id, maker.id));
}
