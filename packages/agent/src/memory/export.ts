import type { PersonId } from "../kernel/ids.ts";
import type { Store } from "../store/store.ts";

export interface ExportedPage {
  /** Stored things, each with its `type`. */
  readonly rows: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** Start of the next page; null after the last. */
  readonly next: number | null;
}

const MESSAGES = 500;
const MAX_ITEMS = 1_000_000;

/**
 * Exports all stored data about a person, page by page: first their identity, facts and notes, then messages
 * in their own chats and their messages in others.
 */
export async function exportPerson(
  { tenant, person }: { readonly tenant: string; readonly person: PersonId },
  { slow }: Pick<Store, "slow">,
  after = 0,
): Promise<ExportedPage> {
  const messages = await slow.forgetting.saidBy({ tenant, person }, { after, limit: MESSAGES });
  const rows = messages.map(({ order: _order, tenant: _tenant, audience: _audience, ...said }) => ({
    type: "message",
    ...said,
  }));
  const last = messages.at(-1)?.order;
  const next = messages.length < MESSAGES || last === undefined ? null : last;
  return { rows: after > 0 ? rows : [...(await known({ tenant, person }, slow)), ...rows], next };
}

async function known(
  { tenant, person }: { readonly tenant: string; readonly person: PersonId },
  slow: Store["slow"],
) {
  const owner = { tenant, person };
  const who = await slow.people.byId(person);
  const profile = await slow.profiles.of(owner);
  const facts = await slow.facts.list({ tenant, audience: person, limit: MAX_ITEMS });
  const notes = await slow.notes.list(owner, MAX_ITEMS);
  const tasks = await slow.tasks.list(owner, { limit: MAX_ITEMS });
  const readings = await slow.readingList.list(owner, { limit: MAX_ITEMS });
  const jobs = await slow.jobs.list({ tenant, maker: person, limit: MAX_ITEMS });
  const preferences = await slow.preferences.of(owner);
  const journal = await slow.journal.list(owner, {}, MAX_ITEMS);
  const scopes = (await slow.passages.scopes(tenant)).filter(
    ({ audience, source }) => audience === person && source === "session",
  );
  const sessions = await Promise.all(scopes.map((scope) => slow.passages.list(scope)));
  const evidence = await Promise.all(facts.map(({ id }) => slow.facts.evidenceOf(id)));
  return [
    ...(who ? [{ type: "person", ...who }] : []),
    ...(profile ? [{ type: "profile", ...profile }] : []),
    ...facts.map((fact, at) => ({ type: "fact", ...fact, evidence: evidence[at] ?? [] })),
    ...notes.map((note) => ({ type: "note", ...note })),
    ...tasks.map((task) => ({ type: "task", ...task })),
    ...readings.map((reading) => ({ type: "reading", ...reading })),
    ...jobs.map((job) => ({ type: "job", ...job })),
    ...(Object.keys(preferences).length > 0 ? [{ type: "preferences", ...preferences }] : []),
    ...journal.map(({ type: operation, ...entry }) => ({ type: "journal", operation, ...entry })),
    ...sessions.flat().map(({ ref, at, text }) => ({ type: "session", session: ref, at, text })),
  ];
}
