import type { ApprovalId, CallId, PersonId, ChatId } from "../../kernel/ids.ts";

/** Command that ran, or was about to run, for a person. */
export interface ExecRecord extends NewCommand {
  readonly state: CommandState;
  /** The tool that was called; null where the call is gone. */
  readonly tool: string | null;
  /** The question that was answered before; null where a grant let it through. */
  readonly approval: ApprovalId | null;
  /** Null where it was killed, or never began. */
  readonly exitCode: number | null;
  /** Why it was killed, or could not run. */
  readonly reason: string | null;
  /** Shortened; null while it runs, and once forgotten. */
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly durationMs: number | null;
}

/** `started`: no outcome is known; it stays so after a crash. */
export type CommandState = "started" | "ended" | "killed" | "refused";

export interface NewCommand {
  readonly id: string;
  readonly tenant: string;
  readonly chat: ChatId;
  /** Person it ran for; null once forgotten. */
  readonly person: PersonId | null;
  readonly call: CallId;
  /** JSON of its arguments, the program first; null once forgotten. */
  readonly command: string | null;
  /** Environment that the command ran in, such as `bubblewrap`, or `host`. */
  readonly ranIn: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
}

export type CommandEnd = Pick<
  ExecRecord,
  "exitCode" | "reason" | "stdout" | "stderr" | "durationMs"
> & { readonly state: Exclude<CommandState, "started"> };

/** Records of commands that ran on the machine: for whom, and who allowed them. */
export interface ExecRecordStore {
  start(command: NewCommand): Promise<void>;
  /** False when it has ended before. */
  end(id: string, end: CommandEnd): Promise<boolean>;
  /** Newest first. */
  list(tenant: string, limit: number): Promise<readonly ExecRecord[]>;
}
