import type { JournalOutcome, JournalType } from "@reeve/operations/memory/journal";
import type { ReadingStatus } from "@reeve/operations/memory/read-later";
import type { TaskPriority, TaskStatus } from "@reeve/operations/work/tasks";
import type { Access, Effect, Replay, Scope } from "@reeve/sdk";
import type { Generated } from "kysely";
import type {
  ApprovalId,
  ArtifactId,
  AttachmentId,
  CallId,
  FactId,
  ImageId,
  InboxId,
  JobId,
  PersonId,
  ChatId,
  PlanId,
  SessionId,
  TurnId,
} from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { ApprovalState, Feedback } from "../turns/approvals.ts";
import type { CommandState } from "../turns/exec-records.ts";
import type { Delivery } from "../webhooks/deliveries.ts";
import type { PluginEvent } from "../items/plugin-events.ts";
import type { FileVersion } from "../items/file-versions.ts";
import type { MemoryFact } from "../search/facts.ts";
import type { Forgetting } from "../forgetting.ts";
import type { IncomingWebhook } from "../webhooks/incoming-webhooks.ts";
import type { InboxState } from "../messages/inbox.ts";
import type { Job, JobRun } from "../items/jobs.ts";
import type { MemoryChange } from "../items/memory-changes.ts";
import type { WorkRow } from "../work.ts";
import type { OutboxRow } from "../messages/outbox.ts";
import type { PassageSource } from "../search/passages.ts";
import type { Chat } from "../messages/chats.ts";
import type { Plan } from "../turns/plans.ts";
import type { ChatRule } from "../turns/chat-rules.ts";
import type { Webhook } from "../webhooks/webhooks.ts";
import type { OutageCause } from "../../kernel/outage.ts";
import type { Step, StoredCall, Turn } from "../turns/turns.ts";
import type { Purpose } from "../billing/usage.ts";

/** Ids are text, JSON is text, times are integer milliseconds, booleans integers. */
export interface Tables {
  people: { id: PersonId; tenant: string; role: Role; name: string; settled: Generated<number> };
  identities: { tenant: string; channel: string; external_id: string; person: PersonId };
  chats: {
    id: ChatId;
    tenant: string;
    uid: string;
    channel: string;
    external_id: string;
    kind: Chat["kind"];
    mode: Chat["mode"];
    session_id: SessionId | null;
    pending: number;
    next_at: number;
    lease_owner: string | null;
    lease_until: number;
    epoch: number;
    fence: number;
    next_seq: number;
    max_steps: number;
    agent: string | null;
    language: string | null;
    policy: Chat["policy"];
    verbose: Generated<Chat["verbose"]>;
    archive: Generated<"on" | "off">;
  };
  sessions: {
    id: SessionId;
    chat: ChatId;
    generation: number;
    started: number;
    ended: number | null;
    reason: string | null;
    frame: string | null;
    summary: string | null;
    summary_label: string | null;
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
    chat: ChatId;
    text: string;
    rule: ChatRule["rule"];
    effect: Effect | null;
    category: string | null;
    message: InboxId;
  };
  inbox: {
    order: Generated<number>;
    id: InboxId;
    chat: ChatId;
    message_id: string;
    edit: number;
    kind: "message" | "decision" | "plan-step" | "job";
    author: PersonId;
    body: string;
    label: string;
    state: InboxState;
    turn: TurnId | null;
    reason: string | null;
    shown: number;
    received: number;
    due: Generated<number>;
    over: string | null;
    counted: number | null;
    trace: string;
  };
  messages: {
    order: Generated<number>;
    chat: ChatId;
    message_id: string;
    edit: number;
    direction: "in" | "out";
    author: string;
    text: string;
    at: number;
    turn: TurnId | null;
    /** Null if it is entirely the author's own text. */
    integrity: Generated<Integrity | null>;
    /** 1 for commands, their answers and notices, which neither searches nor models see. */
    notice: Generated<number>;
    /** `SentFile[]` as JSON; null for none. */
    files: Generated<string | null>;
  };
  scopes: {
    id: Generated<number>;
    tenant: string;
    audience: string;
    chat: ChatId | null;
    source: PassageSource;
    passages: number;
    terms: number;
  };
  passages: {
    id: Generated<number>;
    scope: number;
    ref: string;
    author: string | null;
    integrity: Integrity;
    at: number;
    text: string;
    terms: Uint8Array;
    sources: string | null;
  };
  turns: {
    order: Generated<number>;
    id: TurnId;
    session: SessionId;
    chat: ChatId;
    fence: number;
    state: Turn["state"];
    cancel: Turn["cancel"];
    attempts: number;
    opened_by: InboxId;
    role: Role;
    agent: Generated<string>;
    trace: string;
    learn: "waiting" | "done" | null;
    incident: string | null;
    label: string | null;
    started: number;
    ended: number | null;
    first_event: number | null;
  };
  model_waits: {
    turn: TurnId;
    model: string;
    cause: OutageCause;
    reason: string;
    since: number;
    announced: number;
  };
  model_outages: {
    model: string;
    cause: OutageCause;
    reason: string;
    since: number;
    told_chat: ChatId | null;
    told_at: number | null;
  };
  steps: {
    turn: TurnId;
    n: number;
    kind: Step["kind"];
    state: Step["state"];
    request_id: string;
    input: string | null;
    images: string | null;
    heard: string | null;
    extras: string | null;
    sizes: string | null;
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
    parent: string | null;
    args: string;
    args_hash: string;
    effect: Effect;
    replay: Replay;
    verdict: StoredCall["verdict"];
    authority: string | null;
    started_at: number | null;
    state: StoredCall["state"];
    origin: ApprovalId | null;
    started_fence: number | null;
    before_hash: string | null;
    after_hash: string | null;
    result: string | null;
    artifact: string | null;
    taint: string | null;
    label: string | null;
  };
  events: {
    chat: ChatId;
    seq: number;
    last_seq: number;
    turn: TurnId | null;
    at: number;
    has_request: number;
    body: string;
  };
  outbox: {
    order: Generated<number>;
    id: string;
    kind: "reply";
    chat: ChatId;
    turn: TurnId | null;
    position: number;
    /** Id for its platform; null if it is the own id. */
    client_id: string | null;
    body: string;
    state: OutboxRow["state"];
    attempts: number;
    next_at: number;
    receipt: string | null;
    reason: string | null;
    held_since: number | null;
    outages: Generated<number>;
    created: Generated<number>;
  };
  work: {
    kind: string;
    id: string;
    attempts: number;
    outages: number;
    crashes: number;
    suspicion: number;
    created: number;
    next_at: number;
    state: WorkRow["state"];
    reason: string | null;
  };
  egress: {
    call: CallId;
    tenant: string;
    person: PersonId;
    turn: TurnId;
    hosts: number;
    declared: number;
    at: number;
  };
  approvals: {
    order: Generated<number>;
    id: ApprovalId;
    call: CallId;
    chat: ChatId;
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
    effect: Effect;
    digest: string | null;
    needed: number;
    revises: ApprovalId | null;
    superseded_by: ApprovalId | null;
    decided_in: ChatId | null;
    trace: string;
    told: string | null;
    sources: string | null;
    names: string | null;
    also: string | null;
    batch: ApprovalId | null;
    closed: Generated<number>;
    heard: Generated<number>;
  };
  approval_votes: { approval: ApprovalId; person: PersonId; at: number };
  approval_feedback: {
    order: Generated<number>;
    approval: ApprovalId;
    tool: string;
    args_hash: string;
    verdict: Feedback["verdict"];
    latency: number;
    at: number;
  };
  grants: {
    id: string;
    tool: string;
    chat: ChatId;
    pattern: string | null;
    granted_by: PersonId;
    until: number | null;
    arguments: string | null;
    cap: string | null;
    revoked: number | null;
  };
  grant_uses: { call: CallId; grant_id: string; amount: string | null; at: number };
  link_codes: {
    digest: string;
    tenant: string;
    person: PersonId;
    created: number;
    expires: number;
    used: number | null;
  };
  link_attempts: { order: Generated<number>; tenant: string; person: PersonId; at: number };
  links: {
    order: Generated<number>;
    id: string;
    tenant: string;
    person: PersonId;
    joined: PersonId;
    at: number;
    moved: string;
    undone: number | null;
  };
  usage: {
    order: Generated<number>;
    tenant: string;
    turn: TurnId | null;
    step: number | null;
    chat: ChatId | null;
    day: string;
    model: string;
    purpose: Purpose;
    input_tokens: number;
    cached_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    reasoning_tokens: number;
    cost_nano: number | bigint | null;
    at: number;
    message: Generated<InboxId | null>;
  };
  usage_days: {
    day: string;
    tenant: string;
    person: string;
    chat: string;
    agent: string;
    model: string;
    purpose: Purpose;
    calls: number;
    unpriced: number;
    input_tokens: number;
    cached_tokens: number;
    cache_write_tokens: number;
    output_tokens: number;
    reasoning_tokens: number;
    cost_nano: number | bigint;
    /** Numbers of its first and last request; null if they were removed. */
    first: number | null;
    last: number | null;
  };
  model_prices: { model: string; since: number; rates: string | null };
  limit_settings: { key: string; value: string };
  money_accounts: {
    subject: string;
    day: string;
    spent: number | bigint;
    held: number | bigint;
  };
  money_holds: {
    id: string;
    turn: TurnId | null;
    subjects: string;
    day: string;
    nano: number | bigint;
    at: number;
  };
  asset_spendings: {
    order: Generated<number>;
    call: CallId;
    tenant: string;
    asset: string;
    amount: string;
    recipient: string | null;
    at: number;
  };
  images: {
    id: ImageId;
    message: InboxId;
    media_type: string;
    bytes: number;
    content: Uint8Array;
  };
  attachments: {
    id: AttachmentId;
    message: InboxId;
    position: number;
    name: string;
    media_type: string;
    content: Uint8Array;
  };
  artifacts: { id: ArtifactId; call: CallId; chat: ChatId; content: string };
  notes: {
    id: string;
    tenant: string;
    person: PersonId;
    title: string | null;
    text: string;
    tags: string;
    search: string;
    label: string | null;
    created: number;
    updated: number;
  };
  tasks: {
    id: string;
    tenant: string;
    person: PersonId;
    title: string;
    notes: string | null;
    project: string | null;
    project_key: string | null;
    priority: TaskPriority;
    status: TaskStatus;
    due: number;
    due_is_day: number;
    done: number | null;
    label: string | null;
    created: number;
    updated: number;
  };
  readings: {
    id: string;
    tenant: string;
    person: PersonId;
    url: string | null;
    title: string;
    summary: string | null;
    text: string | null;
    tags: string;
    tag_line: string;
    status: ReadingStatus;
    done: number | null;
    label: string | null;
    created: number;
  };
  tokens: {
    id: string;
    tenant: string;
    person: PersonId;
    name: string;
    scopes: string;
    digest: string;
    created: number;
    expires: number | null;
    last_used: number | null;
    revoked: number | null;
  };
  web_sessions: {
    id: string;
    tenant: string;
    person: PersonId;
    digest: string;
    created: number;
    expires: number;
  };
  web_links: {
    digest: string;
    tenant: string;
    person: PersonId;
    expires: number;
  };
  channel_state: {
    tenant: string;
    channel: string;
    key: string;
    value: string;
    updated_at: number;
    chat: string | null;
  };
  pairings: {
    tenant: string;
    person: PersonId;
    code: string;
    channel: string;
    chat: string;
    external_id: string;
    language: string | null;
    owner: PersonId | null;
    created: number;
    expires: number;
    shown: number;
    state: "open" | "approved" | "refused";
  };
  kept_answers: {
    key: string;
    tenant: string;
    person: PersonId;
    request: string;
    status: number | null;
    body: string | null;
    expires: number;
  };
  preferences: {
    tenant: string;
    person: PersonId;
    time_zone: string | null;
    quiet_from: string | null;
    quiet_to: string | null;
    chat: ChatId | null;
    briefing: string | null;
    language: string | null;
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
    label: string | null;
    created: number;
    updated: number;
  };
  facts: {
    order: Generated<number>;
    id: FactId;
    tenant: string;
    audience: string;
    chat: ChatId;
    session: SessionId;
    turn: TurnId;
    kind: MemoryFact["kind"];
    tier: MemoryFact["tier"];
    text: string;
    subject: string | null;
    search: string;
    integrity: Integrity;
    said: number;
    valid_from: number;
    valid_until: number | null;
    superseded_by: FactId | null;
    confirmed_by: PersonId | null;
    state: MemoryFact["state"];
    created: number;
  };
  fact_evidence: {
    fact: FactId;
    chat: ChatId;
    message: string;
    edit: number;
    author: PersonId;
    said: number;
  };
  profiles: {
    tenant: string;
    person: PersonId;
    fixed: string;
    text: string;
    evidence: string;
    updated: number;
    stale: number;
  };
  memory_changes: {
    order: Generated<number>;
    id: string;
    tenant: string;
    person: PersonId;
    at: number;
    kind: MemoryChange["kind"];
    ref: string;
    before: string;
    after: string;
    undone: number | null;
  };
  /** One row: the messages up to this number are searchable. */
  indexed_messages: { order: number };
  forgetting_revision: { n: number };
  forgettings: {
    id: string;
    tenant: string;
    person: PersonId | null;
    at: number;
    kind: Forgetting["kind"];
    rows: number;
    turn: TurnId | null;
    state: Forgetting["state"];
    plan: string | null;
  };
  exec_audit: {
    order: Generated<number>;
    id: string;
    tenant: string;
    chat: ChatId;
    person: PersonId | null;
    call: CallId;
    tool: string | null;
    approval: ApprovalId | null;
    command: string | null;
    ran_in: string;
    state: CommandState;
    exit_code: number | null;
    reason: string | null;
    stdout: string | null;
    stderr: string | null;
    started_at: number;
    duration_ms: number | null;
  };
  plans: {
    id: PlanId;
    tenant: string;
    chat: ChatId;
    person: PersonId;
    role: Role;
    approval: ApprovalId | null;
    goal: string;
    steps: string;
    step: number;
    state: Plan["state"];
    reason: string | null;
    label: string;
    trace: string;
    version: number;
    created: number;
    updated: number;
  };
  file_labels: { tenant: string; path: string; digest: string; label: string };
  tool_overrides: {
    tenant: string;
    /** Empty: everywhere. */
    chat: string;
    kind: ToolOverride["kind"];
    name: string;
    disabled: number;
    scope: Scope | null;
    access: Access | null;
    approval: ToolOverride["approval"];
    set_by: PersonId;
    at: number;
  };
  /** An empty chat: all of the tenant's. */
  pauses: { tenant: string; chat: string; paused_by: PersonId; at: number };
  file_versions: {
    order: Generated<number>;
    id: string;
    tenant: string;
    person: PersonId;
    bytes: number;
    encoding: FileVersion["encoding"];
    content: string;
  };
  jobs: {
    id: JobId;
    tenant: string;
    maker: PersonId;
    chat: ChatId;
    kind: Job["kind"];
    text: string;
    call: string | null;
    schedule: string;
    /** End of a watch. */
    ends_at: number | null;
    on_missed: Job["onMissed"];
    on_parent_failure: Job["onParentFailure"];
    parents: string;
    label: string;
    role: Role;
    state: Job["state"];
    next_at: number | null;
    last_at: number | null;
    created: number;
    matched: string | null;
    why: string | null;
  };
  /** The same as in `jobs.parents`, to be looked up from the other side. */
  job_parents: { job: JobId; parent: JobId };
  job_runs: {
    job: JobId;
    instant: number;
    state: JobRun["state"];
    message: InboxId | null;
    result: string | null;
    label: string | null;
    at: number;
    owner: string | null;
    lease_until: number;
  };
  audit: {
    tenant: string;
    n: number;
    call: CallId;
    turn: TurnId;
    chat: ChatId;
    person: PersonId | null;
    tool: string;
    at: number;
    facts: string | null;
    facts_salt: string | null;
    facts_digest: string;
    args: string | null;
    args_salt: string | null;
    args_digest: string;
    hash: string;
  };
  audit_heads: { tenant: string; n: number };
  subscriptions: {
    id: string;
    tenant: string;
    person: PersonId;
    url: string;
    events: string;
    description: string;
    secret: string;
    former_secret: string | null;
    former_until: number | null;
    state: Webhook["state"];
    reason: string | null;
    created: number;
  };
  deliveries: {
    order: Generated<number>;
    id: string;
    subscription: string;
    event: string;
    type: string;
    chat: ChatId | null;
    about: string | null;
    body: string;
    state: Delivery["state"];
    attempts: number;
    outages: Generated<number>;
    next_at: number;
    reason: string | null;
    created: number;
    done: number | null;
  };
  hooks: {
    tenant: string;
    name: string;
    person: PersonId;
    chat: ChatId;
    secret: string;
    template: string;
    role: Role;
    integrity: Integrity;
    per_minute: number;
    state: IncomingWebhook["state"];
    created: number;
  };
  plugin_events: {
    id: string;
    tenant: string;
    plugin: string;
    kind: PluginEvent["kind"];
    chat: ChatId;
    person: PersonId;
    body: string;
    state: PluginEvent["state"];
    created: number;
  };
  embedding_cache: { key: Uint8Array; model: string; vector: Uint8Array; used_at: number };
}
