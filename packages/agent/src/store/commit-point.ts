/**
 * Every chat in the code where something becomes durable. The list is closed:
 * the crash suite kills the process before and after each of them.
 */
export const COMMIT_POINTS = [
  /** A message is in its place's queue: the channel may be acknowledged. */
  "accept",
  /** A worker holds the chat; its turn and first intent exist. */
  "claim",
  /** The contents of attachments are known: their messages are answered like any others. */
  "understand",
  /** The model's answer is stored, its calls are gated and the first of them may start. */
  "settle-think",
  /** A call may start that an approval released, that a call made, or that was planned when a process died. */
  "start-call",
  /** Results are stored; the next call or step may start. */
  "settle-call",
  /** The turn is over: its messages have their terminal states, its replies are in the outbox. */
  "settle-turn",
  /** A request beside the turn's own steps, of a planner or a sub-agent, is reserved or counted. */
  "plan",
  /** Steps that a person allowed are stored, the first of them is in the queue. */
  "start-plan",
  /** A person decided how to continue a failed plan. */
  "answer-plan",
  /** The model is down: the turn waits for it, its chat is tried again later. */
  "wait-for-model",
  /** A model is down; if only the owner can repair it, they are told. */
  "model-down",
  /** The model answers again: the turns that wait for it are due. */
  "model-up",
  /** A worker gives a chat back without an end; the turn is tried again later. */
  "release",
  /** A part of a reply has left. */
  "delivered",
  /** A part of a reply could not leave; it is tried again later. */
  "delivery-failed",
  /** A person answered an approval. */
  "decide",
  /** Approvals that expired without a decision are closed, and the requester is notified. */
  "expire-approval",
  /** The approvers' other chats show a question, or that it is answered. */
  "announce-approval",
  /** A lasting permission is taken back. */
  "revoke-grant",
  /** A person's identity or role changes: a code to link accounts, a role, a removed link. */
  "change-people",
  /** The fence of a chat is raised and its queue withdrawn. */
  "stop",
  /** Messages that arrive from here on are only noted. */
  "pause",
  /** A pause is over; what is answered of it is in the queue. */
  "resume",
  /** A tool override is set or removed. */
  "override-tools",
  /** The content of a file is saved before a tool changes it. */
  "keep-file",
  /** The prompt prefix of a session is fixed. */
  "open-session",
  /** Older results of a session are shown shortened from now on. */
  "mask",
  /** A session that grew too long continues in a new one. */
  "compact",
  /** The summary of an ended session is stored. */
  "summarise-session",
  /** A new session starts in a chat. */
  "new-session",
  /** Messages of an earlier conversation are in a chat's history. */
  "import",
  /** A chat's settings change, or what a person prefers. */
  "configure-place",
  /** Money is reserved for a background request, or released. */
  "reserve",
  /** A limit was set, or left to the config again. */
  "set-limit",
  /** A token is made, used or taken back; a browser is signed in or out. */
  "change-access",
  /** The response to a request is stored for its repeats. */
  "keep-answer",
  /** A channel keeps something for its next start. */
  "keep-surface-state",
  /** The owner's name changes, or is known for the first time. */
  "configure-owner",
  /** A tool wrote a note, a to-do or something to read. */
  "note",
  /** Facts from a chat's turns are stored, or expired facts are retired. */
  "learn",
  /** A person's profile was rewritten from facts. */
  "write-profile",
  /** A person changed what is remembered, or took a change back. */
  "change-memory",
  /** Forgotten text is gone from the rows; the remaining work is stored. */
  "forget",
  /** It is gone from files, too, and from text that its turn has produced since. */
  "forgotten",
  /** A tool posted in the chat of the turn. */
  "speak",
  /** A tool wrote into the business journal. */
  "journal",
  /** A job is made, changed or cancelled. */
  "change-job",
  /** Due jobs are claimed, each instant once; reminders among them are posted. */
  "fire-jobs",
  /** The outcome of job runs is stored, and jobs that waited for them may run. */
  "settle-jobs",
  /** A command on the machine is on record before it runs, and what became of it afterwards. */
  "run-command",
  /** A file of the owner's is searched as it is now. */
  "index-knowledge",
  /** Passages are found by meaning, too. */
  "index-passages",
  /** Messages that were stored since the last time are searchable. */
  "index-messages",
  /** A webhook or incoming webhook is created, changed or removed. */
  "change-webhooks",
  /** Work of our own failed and is retried later, succeeded after all, or was set aside. */
  "retry",
  /** A receiver has an event. */
  "event-delivered",
  /** A receiver did not accept an event; it is retried later, or given up. */
  "event-failed",
  /** Subscribers are notified that the agent runs, or has ended. */
  "tell-lifecycle",
  /** Earlier owners of leases are known to be dead; times stored by a wrong clock are set right. */
  "recover",
] as const;

export type CommitPoint = (typeof COMMIT_POINTS)[number];

/** Called around each commit; for tests that stop the world there. */
export type CommitHook = (point: CommitPoint, when: "before" | "after") => void;
