import { remindersCommand } from "../../packages/agent/src/features/reminders/chat-command.ts";
import { tasksCommand } from "../../packages/agent/src/features/tasks/chat-command.ts";
import { scriptedModel } from "../../packages/agent/src/llm/testing/scripted-model.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import { scriptedChannel } from "../../packages/agent/src/channels/testing/scripted-channel.ts";
import { createToolbox } from "../../packages/agent/src/tools/toolbox.ts";
import { serveBench } from "../turn/serve-bench.ts";

/** Agent that is used only by commands. */
export interface CommandBench extends AsyncDisposable {
  /** A command in, and its answer out. */
  ask(command: string): Promise<void>;
  /** The answer that arrived last. */
  readonly newest: string;
}

export function openCommandBench(store: Store): CommandBench {
  const messenger = scriptedChannel();
  const serving = serveBench(messenger, {
    store,
    model: scriptedModel([]),
    toolbox: createToolbox([], {}),
    commands: [tasksCommand({ timeZone: "UTC" }), remindersCommand({ timeZone: "UTC" })],
  });
  let asked = 0;

  return {
    async ask(command) {
      asked += 1;
      await messenger.say(command, { id: `c${asked}` });
      await messenger.received(asked);
    },
    get newest() {
      const part = messenger.delivered.at(-1)?.part;
      return part?.type === "text" ? part.text : "";
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  };
}
