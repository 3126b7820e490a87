import { Fault, isFault, type Processes } from "@reeve/sdk";

/** Output of a program and how it ended. */
export interface ProgramEnd {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramRun {
  readonly processes: Processes;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly input?: string | undefined;
  /** Hint for the case that it is not installed. */
  readonly missingHint: string;
}

/**
 * Runs a program and returns its output. Rejects with `missing` if it is not installed, and
 * `unavailable` if it fails or takes too long.
 */
export async function runProgram(argv: readonly string[], run: ProgramRun): Promise<string> {
  const { code, stdout, stderr } = await tryProgram(argv, run);
  if (code === 0) return stdout;
  const said = lastLine(stderr) || lastLine(stdout) || "nothing";
  const message = `${argv[0] ?? ""} exited with code ${code ?? "none"} and printed: ${said}`;
  throw new Fault("unavailable", message, {
    hint: "Run the program manually, and check the settings under speech.",
  });
}

/** Runs a program and returns its end, for callers that handle failures themselves. */
export async function tryProgram(
  argv: readonly string[],
  { processes, signal, timeoutMs, input, missingHint }: ProgramRun,
): Promise<ProgramEnd> {
  const [program = "", ...args] = argv;
  const time = AbortSignal.timeout(timeoutMs);
  const options = { signal: AbortSignal.any([signal, time]), input };
  return processes.run(program, args, options).catch((cause: unknown) => {
    if (time.aborted && !signal.aborted)
      throw new Fault("unavailable", `${program} took longer than ${timeoutMs / 1000} seconds.`, {
        hint: "Shorten the text or the recording.",
        cause,
      });
    if (isMissing(cause))
      throw new Fault("missing", `${program} is not installed.`, { hint: missingHint, cause });
    throw cause;
  });
}

function isMissing(cause: unknown): boolean {
  return isFault(cause) && cause.code === "missing";
}

const QUOTED_CHARS = 300;

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, QUOTED_CHARS) ?? "";
}
