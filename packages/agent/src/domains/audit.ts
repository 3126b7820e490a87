import { createHash } from "node:crypto";
import type { Effect } from "@reeve/sdk";
import type { CallId, NewId, PersonId, ChatId, TurnId } from "../kernel/ids.ts";
import { isRecord } from "../kernel/text/json.ts";
import type { Label } from "../kernel/label.ts";
import { parseJson } from "../kernel/text/parse-json.ts";
import type { Role } from "../kernel/principal.ts";
import type { AuditHead, AuditRow, AuditStore, Authority } from "../store/turns/audit.ts";
import { sanitizeArgs } from "./audit/sanitize-args.ts";

/** A call as it is put on record. */
export interface CallRecord {
  readonly call: CallId;
  readonly turn: TurnId;
  readonly chat: ChatId;
  /** Person for whom it ran, or would have run. */
  readonly person: PersonId;
  readonly tool: string;
  /** Time at which it was settled, in Unix milliseconds. */
  readonly at: number;
  readonly facts: AuditFacts;
  readonly words: Omit<AuditWords, "args"> & { readonly args: unknown };
}

/** Facts recorded beside the arguments. They contain no text that people wrote. */
export interface AuditFacts {
  readonly effect: Effect;
  readonly verdict: "allow" | "ask" | "deny";
  /** Lowest role of the requesters. */
  readonly role: Role;
  readonly agent: string;
  readonly authority?: Authority | undefined;
  /** Kind of the result, such as `value`, `fault: denied` or `aborted`. */
  readonly outcome: string;
  /** Time in milliseconds from its start to its result; absent if it never started. */
  readonly durationMs?: number | undefined;
}

/** Fields that may contain text: the arguments without secrets, the reason for a denial, and labels. */
export interface AuditWords {
  /** Digest of the exact arguments, from `digestOf`. */
  readonly argsHash: string;
  readonly args: unknown;
  readonly reason?: string | undefined;
  /** Label of the data that the call was requested from. */
  readonly taint?: Label | undefined;
  /** Label of the result. */
  readonly label?: Label | undefined;
}

/** Returns the rows that continue a chain after `head`, in order. */
export function sealRecords(
  records: readonly CallRecord[],
  head: AuditHead,
  newId: NewId,
): readonly AuditRow[] {
  let { n, hash } = head;
  return records.map(({ facts, words, ...record }) => {
    n += 1;
    const factsSalt = newId();
    const argsSalt = newId();
    const args = sanitizeArgs(words.args, argsSalt);
    const sealed = {
      facts: JSON.stringify(facts),
      args: JSON.stringify({ ...words, args, label: shortLabel(words) }),
    };
    const unlinked = {
      ...record,
      n,
      ...sealed,
      factsSalt,
      factsDigest: digestOfFacts({ ...record, facts: sealed.facts, factsSalt }),
      argsSalt,
      argsDigest: sha256([argsSalt, sealed.args]),
    };
    hash = linkOf(unlinked, hash);
    return { ...unlinked, hash };
  });
}

/** In a record, the label of a result that is labeled as its call; other labels are objects. */
const AS_TAINT = "taint";

function shortLabel({ taint, label }: Pick<AuditWords, "taint" | "label">) {
  return taint && JSON.stringify(label) === JSON.stringify(taint) ? AS_TAINT : label;
}

/** Result of checking a chain. */
export type AuditReport = {
  /** Number of rows read. */
  readonly rows: number;
  /** Number of rows with forgotten parts. */
  readonly forgotten: number;
} & (
  | { readonly isWhole: true }
  | { readonly isWhole: false; readonly brokenAt: number; readonly because: string }
);

const PAGE = 500;

/** Reads a tenant's chain from its beginning and names the first row that does not hold. */
export async function verifyAudit(
  audit: Pick<AuditStore, "page" | "lastOf">,
  tenant: string,
): Promise<AuditReport> {
  let at: AuditHead = { n: 0, hash: "" };
  let forgotten = 0;
  for (;;) {
    const rows = await audit.page(tenant, { after: at.n, limit: PAGE });
    for (const row of rows) {
      const because = findDenial(row, at);
      if (because) return { rows: at.n, forgotten, isWhole: false, brokenAt: at.n + 1, because };
      if (row.facts === null || row.args === null) forgotten += 1;
      at = row;
    }
    if (rows.length < PAGE) break;
  }
  const last = await audit.lastOf(tenant);
  if (last === at.n) return { rows: at.n, forgotten, isWhole: true };
  const because =
    last > at.n
      ? `this record and all records up to ${last} are missing`
      : "the chain ends before this record";
  return { rows: at.n, forgotten, isWhole: false, brokenAt: Math.min(last, at.n) + 1, because };
}

function findDenial(row: AuditRow, before: AuditHead): string | undefined {
  if (row.n !== before.n + 1) return "the record is missing";
  if (row.hash !== linkOf(row, before.hash, encodingOf(row.hash)))
    return "the hash does not match the previous record";
  const { facts, factsSalt, args, argsSalt } = row;
  if (
    facts !== null &&
    digestOfFacts({ ...row, facts, factsSalt: factsSalt ?? "" }, encodingOf(row.factsDigest)) !==
      row.factsDigest
  )
    return "the data differs from what was recorded";
  const argsDigest = args && sha256([argsSalt ?? "", args], encodingOf(row.argsDigest));
  if (args !== null && argsDigest !== row.argsDigest)
    return "the arguments differ from what was recorded";
  return undefined;
}

type Stated = Pick<AuditRow, "call" | "turn" | "chat" | "person" | "tool" | "at"> & {
  readonly facts: string;
  readonly factsSalt: string;
};

/** Covers the columns by which rows are found, too. */
function digestOfFacts(
  { call, turn, chat, person, tool, at, facts, factsSalt }: Stated,
  encoding?: Encoding,
): string {
  return sha256([factsSalt, JSON.stringify([call, turn, chat, person, tool, at, facts])], encoding);
}

function linkOf(
  { n, factsDigest, argsDigest }: Pick<AuditRow, "n" | "factsDigest" | "argsDigest">,
  previous: string,
  encoding?: Encoding,
): string {
  return sha256([previous, `${n} ${factsDigest} ${argsDigest}`], encoding);
}

type Encoding = "base64url" | "hex";

/** Earlier versions stored digests in hexadecimal. */
function encodingOf(digest: string): Encoding {
  return digest.length === 64 ? "hex" : "base64url";
}

function sha256(lines: readonly [string, string], encoding: Encoding = "base64url"): string {
  return createHash("sha256").update(lines.join("\n")).digest(encoding);
}

/** Formats a row for people; forgotten fields are absent. */
export function readRecord({ n, call, turn, chat, person, tool, at, facts, args }: AuditRow) {
  return {
    n,
    call,
    turn,
    chat,
    person,
    tool,
    at,
    ...(facts !== null && fromJson(facts)),
    ...(args !== null && wordsOf(args)),
    ...((facts === null || args === null) && { isForgotten: true }),
  };
}

function wordsOf(args: string): Readonly<Record<string, unknown>> {
  const words = fromJson(args);
  return words["label"] === AS_TAINT ? { ...words, label: words["taint"] } : words;
}

function fromJson(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)?.value;
  return isRecord(value) ? value : {};
}
