import type { ModelRequest } from "../../src/llm/model.ts";
import { type Chat, personOf, type Somebody } from "./people.ts";
import { canariesIn, isFile, maySee, mint, rootOf, type Secret, type Way } from "./secrets.ts";

export interface FoundCount {
  readonly asked: number;
  readonly found: number;
}

/** Knows every secret, and where each of them was seen. */
export interface Ledger {
  /** Oldest first. */
  readonly secrets: readonly Secret[];
  byTopic(topic: string): Secret | undefined;
  byCanary(canary: string): Secret | undefined;
  plant(way: Way, chat: Chat, person: Somebody): Secret;
  /** Checks a prompt for a chat; `note` describes it. */
  look(request: ModelRequest, chat: Chat, note: string): void;
  /** Forgets what the prompts of the turn before held. */
  startTurn(): void;
  /** Whether the turn's prompts held what was asked for. */
  score(kind: string, canary: string, note: string): void;
  /** Prompts that held a secret outside of its audience, in words. */
  readonly leaks: readonly string[];
  readonly missed: readonly string[];
  readonly found: ReadonlyMap<string, FoundCount>;
  /** Secrets and what was derived from them, in all prompts. */
  readonly seen: ReadonlySet<string>;
  readonly requests: number;
}

/** `first` is the number of the first secret: other numbers are other words. */
export function createLedger(first: number): Ledger {
  const secrets: Secret[] = [];
  const byCanary = new Map<string, Secret>();
  const byTopic = new Map<string, Secret>();
  const leaks: string[] = [];
  const missed: string[] = [];
  const found = new Map<string, FoundCount>();
  const seen = new Set<string>();
  const ofTurn = new Set<string>();
  let requests = 0;

  return {
    secrets,
    leaks,
    missed,
    found,
    seen,
    get requests() {
      return requests;
    },
    byTopic: (topic) => byTopic.get(topic),
    byCanary: (canary) => byCanary.get(rootOf(canary)),

    plant(way, chat, person) {
      const secret: Secret = {
        ...mint(first + secrets.length),
        way,
        tenant: chat.tenant,
        chat,
        person: personOf(chat) ?? (way === "note" ? person : undefined),
        isSaid: !isFile(way),
      };
      secrets.push(secret);
      byCanary.set(secret.canary, secret);
      byTopic.set(secret.topic, secret);
      return secret;
    },

    look(request, chat, note) {
      requests += 1;
      const text = JSON.stringify(request);
      for (const canary of canariesIn(text)) {
        seen.add(canary);
        ofTurn.add(canary);
        const secret = byCanary.get(rootOf(canary));
        if (!secret || maySee(chat, secret)) continue;
        const at = text.indexOf(canary);
        const excerpt = text.slice(Math.max(0, at - 160), at + 20);
        leaks.push(`${nameOf(secret)} in ${chat.tenant}/${chat.externalId}, ${note}: ${excerpt}`);
      }
    },

    startTurn: () => ofTurn.clear(),

    score(kind, canary, note) {
      const { asked, found: before } = found.get(kind) ?? { asked: 0, found: 0 };
      const isFound = ofTurn.has(canary);
      if (!isFound) missed.push(`${kind} ${canary}, ${note}`);
      found.set(kind, { asked: asked + 1, found: before + (isFound ? 1 : 0) });
    },
  };
}

function nameOf({ way, tenant, chat, canary }: Secret): string {
  return `${way} ${canary} of ${tenant}/${chat.externalId}`;
}
