import type { FromAgent, FromWorld, Notice, Question } from "./protocol.ts";

/** The agent's side of the line to the world that started it. */
export interface World {
  /** Never answers when the world decides to kill the process meanwhile. */
  ask(question: Question): Promise<unknown>;
  tell(notice: Notice): void;
}

export function connectWorld(): World {
  const open = new Map<number, (answer: unknown) => void>();
  let questions = 0;
  process.on("message", ({ id, answer }: FromWorld) => {
    open.get(id)?.(answer);
    open.delete(id);
  });
  return {
    ask(question) {
      questions += 1;
      const id = questions;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      open.set(id, resolve);
      send({ id, question });
      return promise;
    },
    tell: (notice) => send({ notice }),
  };
}

function send(message: FromAgent): void {
  if (process.connected) process.send?.(message);
}
