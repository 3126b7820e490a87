import type { ChatId } from "../kernel/ids.ts";

/** The turns that this process runs, so that a stop reaches them at once. */
export interface RunningTurns {
  /** Registers a turn; its signal aborts on `abort` of the chat. */
  add(chat: ChatId): Disposable & { readonly signal: AbortSignal };
  abort(chat: ChatId): void;
  /** Ends everything because the process ends; from now on nothing may be settled. */
  close(): void;
  readonly isClosing: boolean;
  readonly size: number;
}

/** `onIdle` is called when a chat is stopped in which no turn runs here: one may wait for its model. */
export function createRunningTurns(onIdle: () => void = () => undefined): RunningTurns {
  const running = new Map<ChatId, AbortController>();
  let isClosing = false;
  return {
    add(chat) {
      const controller = new AbortController();
      running.set(chat, controller);
      return {
        signal: controller.signal,
        [Symbol.dispose]: () => running.delete(chat),
      };
    },
    abort(chat) {
      const controller = running.get(chat);
      if (controller) controller.abort();
      else onIdle();
    },
    close() {
      isClosing = true;
      for (const controller of running.values()) controller.abort();
    },
    get isClosing() {
      return isClosing;
    },
    get size() {
      return running.size;
    },
  };
}
