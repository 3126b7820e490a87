import type { Effect, JournalOutcome, JournalType, Replay } from "@reeve/sdk";
import type { Generated } from "kysely";
import type {
  ApprovalId,
  ArtifactId,
  CallId,
  InboxId,
  PersonId,
  PlaceId,
  SessionId,
  TurnId,
} from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { ApprovalState } from "../approvals.ts";
import type { InboxState } from "../inbox.ts";
import type { OutboxRow } from "../outbox.ts";
import type { Place } from "../places.ts";
import type { Policy } from "../policies.ts";
import type { Step, StoredCall, Turn } from "../turns.ts";
import type { Purpose } from "../usage.ts";

/** Ids are text, JSON is text, times are integer milliseconds, booleans integers. */
export interface Tables {
  people: { id: PersonId; tenant: string; role: Role; name: string };
  identities: { tenant: string; surface: string; external_id: string; person: PersonId };
  places: {
    id: PlaceId;
    tenant: string;
    uid: string;
    surface: string;
    surface_id: string;
    kind: Place["kind"];
    mode: Place["mode"];
    session_id: SessionId | null;
    pending: number;
    next_at: number;
    lease_owner: string | null;
    lease_until: number;
    epoch: number;
    fence: number;
    next_seq: number;
    max_steps: number;
  };
  sessions: {
    id: SessionId;
    place: PlaceId;
    generation: number;
    started: number;
    ended: number | null;
    reason: string | null;
    frame: string | null;
    summary: string | null;
    carried: string | null;
    masked_through: TurnId | null;
    recap: string | null;
    turns: number;
    messages: number;
    input_tokens: number;
    cached_tokens: number;
    output_tokens: number;
  };
  session_policies: {
    order: Generated<number>;
    id: string;
    place: PlaceId;
    text: string;
    rule: Policy["rule"];
    effect: Effect | null;
    category: string | null;
    message: InboxId;
  };
  inbox: {
    order: Generated<number>;
    id: InboxId;
    place: PlaceId;
    message_id: string;
    edit: number;
    kind: "message" | "decision" | "job";
    author: PersonId;
    body: string;
    label: string;
    state: InboxState;
    turn: TurnId | null;
    reason: string | null;
    shown: number;
    received: number;
  };
  messages: {
    order: Generated<number>;
    place: PlaceId;
    message_id: string;
    edit: number;
    direction: "in" | "out";
    author: string;
    text: string;
    at: number;
    turn: TurnId | null;
  };
  turns: {
    order: Generated<number>;
    id: TurnId;
    session: SessionId;
    place: PlaceId;
    fence: number;
    state: Turn["state"];
    cancel: Turn["cancel"];
    attempts: number;
    opened_by: InboxId;
    role: Role;
    incident: string | null;
    started: number;
    ended: number | null;
  };
  steps: {
    turn: TurnId;
    n: number;
    kind: Step["kind"];
    state: Step["state"];
    request_id: string;
    input: string | null;
    extras: string | null;
    text: string;
    meta: string | null;
  };
  calls: {
    id: CallId;
    turn: TurnId;
    step: number;
    position: number;
    tool: string;
    via: string | null;
    args: string;
    args_hash: string;
    effect: Effect;
    replay: Replay;
    verdict: StoredCall["verdict"];
    state: StoredCall["state"];
    origin: ApprovalId | null;
    started_fence: number | null;
    before_hash: string | null;
    after_hash: string | null;
    result: string | null;
    artifact: string | null;
  };
  events: {
    place: PlaceId;
    seq: number;
    turn: TurnId | null;
    type: string;
    version: number;
    body: string;
  };
  outbox: {
    order: Generated<number>;
    id: string;
    kind: "reply";
    place: PlaceId;
    turn: TurnId;
    position: number;
    client_id: string;
    body: string;
    state: OutboxRow["state"];
    attempts: number;
    next_at: number;
    receipt: string | null;
  };
  approvals: {
    order: Generated<number>;
    id: ApprovalId;
    call: CallId;
    place: PlaceId;
    tool: string;
    args: string;
    args_hash: string;
    preview: string;
    requester: PersonId;
    state: ApprovalState;
    created: number;
    expires: number;
    decided_by: PersonId | null;
    reason: string | null;
    edits: number;
  };
  grants: {
    id: string;
    tool: string;
    place: PlaceId;
    pattern: string | null;
    granted_by: PersonId;
    until: number | null;
  };
  usage: {
    order: Generated<number>;
    turn: TurnId;
    step: number;
    place: PlaceId;
    model: string;
    purpose: Purpose;
    input_tokens: number;
    cached_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    reasoning_tokens: number;
    cost_nano: number | bigint | null;
    at: number;
  };
  artifacts: { id: ArtifactId; call: CallId; place: PlaceId; content: string };
  notes: {
    id: string;
    tenant: string;
    person: PersonId;
    title: string | null;
    text: string;
    tags: string;
    search: string;
    created: number;
    updated: number;
  };
  journal: {
    order: Generated<number>;
    key: string;
    tenant: string;
    person: PersonId;
    type: JournalType;
    action: string;
    asset_from: string | null;
    asset_to: string | null;
    amount_from: string | null;
    amount_to: string | null;
    price_ton: string | null;
    counterparty: string | null;
    platform: string | null;
    reasoning: string;
    outcome: JournalOutcome;
    pnl_ton: string | null;
    pnl_pct: string | null;
    tx_hash: string | null;
    search: string;
    created: number;
    updated: number;
  };
}
