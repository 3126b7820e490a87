/** Result of a command. */
export interface CommandResult {
  /** Undefined if it was killed. */
  readonly exitCode: number | undefined;
  /** Output; if it is long, its beginning and end, with a line that counts the omitted part. */
  readonly stdout: string;
  readonly stderr: string;
  /** Reason why it was killed, as a sentence; absent if it ended normally. */
  readonly killed?: string | undefined;
}

/** An entry of a folder as commands see it. */
export interface ShellEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
  /** Permissions in octal, such as `0644`. */
  readonly mode: string;
}

/**
 * Shell for the owner's commands: in a sandbox where the workspace is `/workspace`, or on the host
 * if the owner turned the sandbox off. Each call is recorded before it runs. Paths are absolute, as
 * commands see them. Rejects with `unavailable` if there is no sandbox.
 */
export interface Shell {
  /** Runs a script in bash, without input. */
  run(script: string, options: { signal: AbortSignal }): Promise<CommandResult>;
  /** Returns the beginning of a file as text, and the number of omitted characters. */
  readFile(
    path: string,
    options: { maxChars: number; signal: AbortSignal },
  ): Promise<{ readonly text: string; readonly leftOut: number }>;
  /** Replaces or creates a file; its folder must exist. */
  writeFile(path: string, content: string, options: { signal: AbortSignal }): Promise<void>;
  /** Lists a folder, sorted by name. */
  listDirectory(path: string, options: { signal: AbortSignal }): Promise<readonly ShellEntry[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly shell: Shell;
  }
}
