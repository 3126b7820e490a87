/**
 * Reason why a command did not run or was ended. `blocked`: a protected file of the workspace is a link or
 * of another kind; `broken`: bubblewrap failed; `no-cgroup`: the configured folder cannot be used;
 * `no-program`: the program does not exist; `root`: root needs a cgroup and cannot create one;
 * `unsupported`: no sandbox on this system.
 */
export type SandboxErrorCode =
  | "aborted"
  | "blocked"
  | "broken"
  | "no-bubblewrap"
  | "no-cgroup"
  | "no-program"
  | "root"
  | "unsupported";

/** Expected failure; `hint` says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxErrorCode;
  readonly hint: string;

  constructor(
    code: SandboxErrorCode,
    message: string,
    { hint, cause }: { readonly hint: string; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}
