import type { PersonId } from "../../kernel/ids.ts";
import type { PersonKey } from "./people.ts";

/** A browser that is signed in; its cookie is stored nowhere. */
export interface BrowserSession {
  readonly id: string;
  readonly tenant: string;
  readonly person: PersonId;
  /** SHA-256 of the cookie, in hex. */
  readonly digest: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An address that signs a browser in, once. */
export interface SignInLink {
  /** SHA-256 of its code, in hex. */
  readonly digest: string;
  readonly tenant: string;
  readonly person: PersonId;
  readonly expiresAt: number;
}

/** Signed-in browsers, and their sign-in links. */
export interface BrowserSessionStore {
  addLink(link: SignInLink): Promise<void>;
  /** Redeems a sign-in link and returns its person; undefined if it is unknown, used or expired. */
  redeemLink(digest: string, now: number): Promise<PersonKey | undefined>;
  /** Adds a session, and removes what is over. */
  add(session: BrowserSession): Promise<void>;
  /** Also one that is over. */
  byId(id: string): Promise<BrowserSession | undefined>;
  remove(id: string): Promise<void>;
  /** Signs all browsers of a person out; returns their number. */
  removeOf(person: PersonKey): Promise<number>;
}
