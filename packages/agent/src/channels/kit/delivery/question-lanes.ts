import { createLanes, type KeyedQueue } from "../../../platform/keyed-queue.ts";
import type { ChannelState } from "../channel-state.ts";

/** An approval in a chat. */
export interface Question {
  readonly approval: string;
  /** External id of the chat. */
  readonly chat: string;
}

const queues = new WeakMap<ChannelState, KeyedQueue>();

/** Changes of the messages that ask for approvals, of each message one after the other. */
export function questionLanes(state: ChannelState) {
  const queue = queues.get(state) ?? createLanes();
  queues.set(state, queue);
  const run = <Value>(question: Question, work: () => Promise<Value>): Promise<Value> =>
    queue.run(resultKey(question), work);
  return {
    run,
    /** Changes the message unless it shows the result of the call. */
    change: (question: Question, show: () => Promise<void>) =>
      run(question, async () => {
        if ((await state.get(resultKey(question))) === undefined) await show();
      }),
    /** Shows the result of the call in the message, which is not changed afterwards. */
    finish: <Value>(question: Question, show: () => Promise<Value>) =>
      run(question, async () => {
        // First, so that after a crash nothing else is shown in between.
        await state.set(resultKey(question), "follows", { externalId: question.chat });
        return show();
      }),
  };
}

function resultKey({ approval, chat }: Question): string {
  return `result:${approval}:${chat}`;
}
