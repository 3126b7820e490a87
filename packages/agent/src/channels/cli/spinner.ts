const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Something that turns while work is going on. */
export interface Spinner {
  /** The sign to show now. */
  readonly sign: string;
  start(): void;
  /** Stops turning; it can be started again. */
  stop(): void;
}

/** Calls `redraw` every `everyMs` while it turns. It never keeps the process alive. */
export function createSpinner(
  redraw: () => void,
  { everyMs }: { readonly everyMs: number },
): Spinner {
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    get sign() {
      return FRAMES[frame % FRAMES.length] ?? FRAMES[0];
    },
    start() {
      timer ??= setInterval(() => {
        frame += 1;
        redraw();
      }, everyMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
