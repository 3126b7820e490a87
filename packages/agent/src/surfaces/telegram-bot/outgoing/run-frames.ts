/** A way to show an answer that is still being written. */
export interface Frames {
  /** How long each is shown at least, in milliseconds. */
  readonly intervalMs: number;
  /** Shows a text in the place of what was shown; false where that has to wait. */
  show(text: string): Promise<boolean>;
}

interface Showing {
  /** What there is to show by now. */
  readonly text: () => string;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows what has come, whenever the last frame was long enough to be seen, until `signal` aborts. */
export async function runFrames(
  frames: Frames,
  { text, pause }: Showing,
  signal: AbortSignal,
): Promise<void> {
  let shown = "";
  while (!signal.aborted) {
    await pause(frames.intervalMs, signal);
    const now = text();
    if (signal.aborted || now === shown || now.trim() === "") continue;
    if (await frames.show(now)) shown = now;
  }
}
