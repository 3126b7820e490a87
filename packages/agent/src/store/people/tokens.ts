import type { PersonId } from "../../kernel/ids.ts";
import type { TokenScope } from "../../kernel/token-scope.ts";

/** API token that a client presents; its text is not stored. */
export interface ApiToken {
  /** Part of the text: by it the row is found. */
  readonly id: string;
  readonly tenant: string;
  /** Person it acts as. */
  readonly person: PersonId;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** SHA-256 of the text, in hex. */
  readonly digest: string;
  /** Unix milliseconds, as all times here. */
  readonly createdAt: number;
  /** Null if it never expires. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** Tokens of programs, known by their digests. */
export interface TokenStore {
  add(token: Omit<ApiToken, "lastUsedAt" | "revokedAt">): Promise<void>;
  byId(id: string): Promise<ApiToken | undefined>;
  /** Newest first, revoked ones too. */
  list(tenant: string): Promise<readonly ApiToken[]>;
  touch(id: string, at: number): Promise<void>;
  /** False when there is none, or it was revoked before. */
  revoke(tenant: string, id: string, at: number): Promise<boolean>;
}
