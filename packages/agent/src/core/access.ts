import type { Clock } from "../kernel/clock.ts";
import type { Principal } from "../kernel/principal.ts";
import { TOKEN_SCOPES, type TokenScope } from "../kernel/token-scope.ts";
import type { Log } from "../platform/log.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Store } from "../store/store.ts";
import type { ApiToken } from "../store/people/tokens.ts";
import type { BrowserSession } from "../store/people/browser-sessions.ts";
import {
  isSameDigest,
  mintCredential,
  parseCredential,
  type RandomBytes,
} from "./access/credential.ts";
import { createWatch } from "./access/create-watch.ts";

export interface AccessDeps {
  readonly store: Pick<Store, "read" | "commit" | "accessChanged">;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** How long a browser stays signed in. */
  readonly sessionMs: number;
  readonly log: Log;
}

/** Somebody who was let in. */
export interface Admitted {
  readonly via: "token" | "cookie";
  /** Id of the token or of the browser session. */
  readonly id: string;
  /** As they are now. */
  readonly person: Principal;
  readonly scopes: readonly TokenScope[];
  /** When it ends by itself, in Unix milliseconds; null for never. */
  readonly expiresAt: number | null;
}

/** A browser that has just been signed in. */
export interface SignedIn {
  /** For its cookie; it is told once. */
  readonly cookie: string;
  readonly expiresAt: number;
  readonly person: Principal;
}

/** Decides who is let in by what they show. Undefined is for what is wrong, over or taken back. */
export interface Access {
  byToken(text: string): Promise<Admitted | undefined>;
  byCookie(text: string): Promise<Admitted | undefined>;
  /** The same as they are by now. */
  again(admitted: Pick<Admitted, "via" | "id">): Promise<Admitted | undefined>;
  /** Calls back when what was let in is over, or may do less than before; once, then it is over. */
  watch(admitted: Admitted, onLess: () => void): Disposable;
  /** Signs a browser in with the code of a link, which is used up by that. */
  enter(code: string): Promise<SignedIn | undefined>;
  /** The code of a new link, that works once until `expiresAt`. */
  invite(person: PersonKey): Promise<{ readonly code: string; readonly expiresAt: number }>;
  /** Signs one browser out. */
  leave(session: string): Promise<void>;
}

/** How long a link can be used. */
const LINK_MS = 10 * 60_000;

/** The last use of a token is written down once in so long a time. */
const TOUCH_MS = 60_000;

export function createAccess({ store, clock, randomBytes, sessionMs, log }: AccessDeps): Access {
  const touch = async (id: string, at: number) => {
    await store
      .commit("change-access", (tx) => tx.tokens.touch(id, at))
      .catch((error: unknown) => log.warn("failed to record token use", { id, error }));
  };
  const admitToken = async (token: ApiToken): Promise<Admitted | undefined> => {
    const { id, expiresAt, revokedAt, scopes } = token;
    if (revokedAt !== null || (expiresAt !== null && expiresAt <= clock.now())) return undefined;
    const person = await store.read.people.byId(token.person);
    return person && { via: "token", id, person, scopes, expiresAt };
  };
  const admitSession = async ({ id, expiresAt, ...session }: BrowserSession) => {
    if (expiresAt <= clock.now()) return undefined;
    const person = await store.read.people.byId(session.person);
    return person && { via: "cookie" as const, id, person, scopes: TOKEN_SCOPES, expiresAt };
  };
  const again: Access["again"] = async ({ via, id }) => {
    if (via === "cookie") {
      const session = await store.read.browserSessions.byId(id);
      return session && admitSession(session);
    }
    const token = await store.read.tokens.byId(id);
    return token && admitToken(token);
  };

  return {
    async byToken(text) {
      const shown = parseCredential("rv", text);
      const token = shown && (await store.read.tokens.byId(shown.id));
      if (!token || !isSameDigest(token.digest, shown.digest)) return undefined;
      const admitted = await admitToken(token);
      const now = clock.now();
      if (admitted && (token.lastUsedAt ?? 0) + TOUCH_MS <= now) await touch(token.id, now);
      return admitted;
    },

    async byCookie(text) {
      const shown = parseCredential("rs", text);
      const session = shown && (await store.read.browserSessions.byId(shown.id));
      if (!session || !isSameDigest(session.digest, shown.digest)) return undefined;
      return admitSession(session);
    },

    again,
    watch: createWatch({ again, changed: store.accessChanged, clock }),

    async enter(code) {
      const shown = parseCredential("ro", code);
      if (!shown) return undefined;
      const now = clock.now();
      const { id, text: cookie, digest } = mintCredential("rs", randomBytes);
      const expiresAt = now + sessionMs;
      return store.commit("change-access", async (tx) => {
        const owner = await tx.browserSessions.redeemLink(shown.digest, now);
        const person = owner && (await tx.people.byId(owner.person));
        if (!person) return undefined;
        const { tenant } = person;
        const session = { id, tenant, person: person.id, digest, createdAt: now, expiresAt };
        await tx.browserSessions.add(session);
        return { cookie, expiresAt, person };
      });
    },

    async invite({ tenant, person }) {
      const { text: code, digest } = mintCredential("ro", randomBytes);
      const expiresAt = clock.now() + LINK_MS;
      await store.commit("change-access", (tx) =>
        tx.browserSessions.addLink({ digest, tenant, person, expiresAt }),
      );
      return { code, expiresAt };
    },

    async leave(session) {
      await store.commit("change-access", (tx) => tx.browserSessions.remove(session));
    },
  };
}
