import type { ChannelState } from "../kit/channel-state.ts";
import { type Question, questionLanes } from "../kit/delivery/question-lanes.ts";

/**
 * Messages that ask for approvals. A person can answer a question whose delivery was never confirmed;
 * its message then shows the answer, and must neither be asked again nor be changed back.
 */
export interface Questions {
  /** Returns the number of the message that asks; undefined if it is not known to have arrived. */
  find(question: Question): Promise<number | undefined>;
  /** Asks, or returns the number of the message that shows the answer already. */
  ask(question: Question, asking: () => Promise<readonly number[]>): Promise<AskedMessages>;
  /** Shows the answer in a message, unless it shows the result already. */
  close(
    question: Question & { readonly message: number },
    show: () => Promise<void>,
  ): Promise<void>;
  /** Shows the result of the call in the message, which is not changed afterwards. */
  finish(question: Question, show: () => Promise<readonly number[]>): Promise<readonly number[]>;
}

export interface AskedMessages {
  readonly messages: readonly number[];
  readonly isAnswered: boolean;
}

export function createQuestions(memory: ChannelState): Questions {
  const lanes = questionLanes(memory);
  const numberAt = async (key: string) => {
    const known = await memory.get(key);
    return known === undefined ? undefined : Number(known);
  };
  return {
    find: (question) => numberAt(askedKey(question)),
    ask: (question, asking) =>
      lanes.run(question, async () => {
        const answered = await numberAt(keyOf(question));
        if (answered !== undefined) {
          await memory.set(askedKey(question), String(answered));
          return { messages: [answered], isAnswered: true };
        }
        return { messages: await asking(), isAnswered: false };
      }),
    close: ({ message, ...question }, show) =>
      lanes.change(question, async () => {
        await show();
        await memory.set(keyOf(question), String(message));
      }),
    finish: lanes.finish,
  };
}

/** Returns the subject of the message that asks for an approval. */
export function questionAbout(approval: string): string {
  return `question:${approval}`;
}

/** Returns the key under which the message about the question is stored, as of every updatable message. */
function askedKey({ approval, chat }: Question): string {
  return `${questionAbout(approval)}:${chat}`;
}

function keyOf({ approval, chat }: Question): string {
  return `answered:${approval}:${chat}`;
}
