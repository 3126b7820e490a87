import type { ApprovalId, CallId, PersonId, ChatId, TurnId } from "../../kernel/ids.ts";

/** Authority that let a call run: the requester's own role, a grant, the config, or a person's approval. */
export type Authority =
  | { readonly by: "role" }
  | { readonly by: "grant"; readonly grant: string }
  /** The config, for effects that no one can be asked about where they happen. */
  | { readonly by: "config" }
  | {
      readonly by: "approval";
      readonly approval: ApprovalId;
      readonly approver: PersonId | null;
    };

/**
 * Audit record of a call. The rows of a tenant are a chain: `hash` covers the hash before it, the row's
 * number, `factsDigest` and `argsDigest`. These are salted, so that facts or arguments can be forgotten with
 * their salt and the chain still holds.
 */
export interface AuditRow {
  /** Rises by one with each row of the tenant. */
  readonly n: number;
  readonly call: CallId;
  readonly turn: TurnId;
  readonly chat: ChatId;
  /** Person it ran for; null once forgotten. */
  readonly person: PersonId | null;
  readonly tool: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** JSON of `AuditFacts`; null once forgotten. */
  readonly facts: string | null;
  readonly factsSalt: string | null;
  readonly factsDigest: string;
  /** JSON of `AuditArgs`; null once forgotten. */
  readonly args: string | null;
  readonly argsSalt: string | null;
  readonly argsDigest: string;
  readonly hash: string;
}

export interface AuditQuery {
  readonly tool?: string | undefined;
  readonly person?: PersonId | undefined;
  /** Unix milliseconds. */
  readonly since?: number | undefined;
  /** Only rows of lower numbers. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Row of a tenant's chain that other rows follow. */
export interface AuditHead {
  readonly n: number;
  readonly hash: string;
}

/** Audit log of tool calls, as a chain: rows are added at its end, and only text is ever forgotten. */
export interface AuditStore {
  /** Reserves the next `count` numbers, and locks the chain until the commit; returns its end before them. */
  takeHead(tenant: string, count: number): Promise<AuditHead>;
  /** Adds rows under the numbers that were taken. */
  add(tenant: string, rows: readonly AuditRow[]): Promise<void>;
  /** The last number that was taken; 0 when the chain is empty. */
  lastOf(tenant: string): Promise<number>;
  /** Newest first. */
  list(tenant: string, query: AuditQuery): Promise<readonly AuditRow[]>;
  /** Oldest first, those after a number. */
  page(
    tenant: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly AuditRow[]>;
}
