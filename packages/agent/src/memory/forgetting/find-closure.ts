import { Fault } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import type { ErasableMessage } from "../../store/forgetting.ts";
import type { Passage } from "../../store/search/passages.ts";
import type { Repositories } from "../../store/store.ts";
import { mayForget, type Viewer } from "./may-forget.ts";
import type { Closure } from "./closure.ts";

/**
 * Finds the item behind an id from memory_search, session_search or memory_explain, and everything erased
 * with it: a fact with the messages that it rests on, and other facts that rest on these alone. Items that
 * the viewer may not forget are treated as missing.
 */
export async function findClosure(id: string, viewer: Viewer, tx: Repositories): Promise<Closure> {
  const found = await findItem(id, viewer, tx);
  if (found) return found;
  throw new Fault("missing", `No item that you can remove has the id ${id}.`, {
    hint: "Use an id from memory_search, session_search or memory_explain.",
  });
}

/** The same; undefined where there is none. */
export async function findItem(
  id: string,
  viewer: Viewer,
  tx: Repositories,
): Promise<Closure | undefined> {
  const fact = await tx.facts.byId(toId(id));
  if (fact && mayForget(viewer, fact)) return closureOfFact(fact, tx);
  if (/^\d{1,15}$/.test(id)) {
    const [message] = await tx.forgetting.messages([Number(id)]);
    if (message && mayForget(viewer, message)) return closureOfMessages("message", [message], tx);
  }
  const named = await tx.forgetting.passagesNamed(viewer.tenant, id);
  const passage = named.find(({ scope }) => mayForget(viewer, scope));
  return passage && closureOfPassage(passage, tx);
}

/** The same for what was found by its words. */
export async function closureOfPassage(passage: Passage, tx: Repositories): Promise<Closure> {
  const { scope, ref, text } = passage;
  const nothing = { messages: [], facts: [], notes: [], sessions: [] };
  const { audience } = scope;
  switch (scope.source) {
    case "fact": {
      const fact = await tx.facts.byId(toId(ref));
      if (fact) return closureOfFact(fact, tx);
      return { ...nothing, kind: "fact", audience, texts: [text] };
    }
    case "feed":
      return closureOfMessages("message", await tx.forgetting.messages([Number(ref)]), tx);
    case "note":
      return {
        ...nothing,
        kind: "note",
        audience,
        notes: [{ id: ref, person: toId(audience) }],
        texts: text.split("\n"),
      };
    case "knowledge":
      return { ...nothing, kind: "file", audience, texts: withoutHeadings(text) };
    case "session": {
      if (ref.includes("#"))
        return { ...nothing, kind: "file", audience, texts: withoutHeadings(text) };
      const session = toId<"session">(ref);
      const said = await tx.forgetting.saidIn(session);
      const closure = await closureOfMessages("session", said, tx);
      return { ...closure, audience, sessions: [session], texts: [text, ...closure.texts] };
    }
  }
}

async function closureOfFact(fact: MemoryFact, tx: Repositories): Promise<Closure> {
  const evidence = await tx.facts.evidenceOf(fact.id);
  const versions = await Promise.all(
    evidence.map(({ chat, messageId }) => tx.forgetting.versionsOf(chat, messageId)),
  );
  const closure = await closureOfMessages("fact", versions.flat(), tx);
  return {
    ...closure,
    audience: fact.audience,
    facts: [...new Set([fact.id, ...closure.facts])],
    texts: [fact.text, ...closure.texts],
  };
}

/** Builds the closure of messages, including facts that rest only on them. */
async function closureOfMessages(
  kind: Closure["kind"],
  said: readonly ErasableMessage[],
  tx: Repositories,
): Promise<Closure> {
  const all = await Promise.all(
    said.map(({ chat, messageId }) => tx.forgetting.versionsOf(chat, messageId)),
  );
  const messages = [...new Map(all.flat().map((one) => [one.order, one])).values()];
  const names = new Set(messages.map(nameOf));
  const resting = await Promise.all(
    [...new Set(messages.map(({ chat }) => chat))].map((chat) =>
      tx.forgetting.factsFrom(
        chat,
        messages.filter((one) => one.chat === chat).map(({ messageId }) => messageId),
      ),
    ),
  );
  const facts = await Promise.all(resting.flat().map((id) => restsOnly(id, names, tx)));
  const gone = facts.filter((fact) => fact !== undefined);
  return {
    kind,
    audience: messages[0]?.audience ?? "",
    messages,
    facts: gone.map(({ id }) => id),
    notes: [],
    sessions: [],
    texts: [...messages.map(({ text }) => text), ...gone.map(({ text }) => text)],
  };
}

async function restsOnly(
  id: MemoryFact["id"],
  names: ReadonlySet<string>,
  tx: Repositories,
): Promise<MemoryFact | undefined> {
  const evidence = await tx.facts.evidenceOf(id);
  if (!evidence.every((one) => names.has(nameOf(one)))) return undefined;
  return tx.facts.byId(id);
}

function nameOf({ chat, messageId }: Pick<ErasableMessage, "chat" | "messageId">): string {
  return `${chat} ${messageId}`;
}

/** Removes the headings at the start of a file passage; a colon may be part of them. */
function withoutHeadings(text: string): readonly string[] {
  const [first = "", second = "", third = ""] = text.split(": ", 3);
  const after = (start: string) => text.slice(start.length + 2);
  const texts = [text, second && after(first), third && after(`${first}: ${second}`)];
  return texts.filter((one) => one !== "");
}
