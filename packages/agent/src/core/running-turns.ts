import type { ChatId } from "../kernel/ids.ts";
import type { ReleasedChat } from "../store/messages/chats.ts";

export interface RunningTurn extends Disposable {
  readonly signal: AbortSignal;
  /** How the turn left its chat; undefined as long as it holds it. */
  readonly left: ReleasedChat | undefined;
}

/** The turns that this process runs, so that a stop reaches them at once. */
export interface RunningTurns {
  /** Registers a turn; its signal aborts on `abort` of the chat. */
  add(chat: ChatId): RunningTurn;
  /** Notes how a turn left its chat. */
  released(chat: ChatId, left: ReleasedChat): void;
  abort(chat: ChatId): void;
  /** Ends everything because the process ends; from now on nothing may be settled. */
  close(): void;
  readonly isClosing: boolean;
  readonly size: number;
}

/** `onIdle` is called when a chat is stopped in which no turn runs here: one may wait for its model. */
export function createRunningTurns(onIdle: () => void = () => undefined): RunningTurns {
  const running = new Map<
    ChatId,
    { readonly controller: AbortController; left?: ReleasedChat | undefined }
  >();
  let isClosing = false;
  return {
    add(chat) {
      const controller = new AbortController();
      const turn: { controller: AbortController; left?: ReleasedChat | undefined } = { controller };
      running.set(chat, turn);
      return {
        signal: controller.signal,
        get left() {
          return turn.left;
        },
        [Symbol.dispose]() {
          // The next turn of the chat may have begun.
          if (running.get(chat) === turn) running.delete(chat);
        },
      };
    },
    released(chat, left) {
      const turn = running.get(chat);
      if (turn) turn.left = left;
    },
    abort(chat) {
      const turn = running.get(chat);
      if (turn) turn.controller.abort();
      else onIdle();
    },
    close() {
      isClosing = true;
      for (const { controller } of running.values()) controller.abort();
    },
    get isClosing() {
      return isClosing;
    },
    get size() {
      return running.size;
    },
  };
}
