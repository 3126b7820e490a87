import { z } from "zod";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import { createInOrder } from "../../../platform/serial-queue.ts";
import type { ChannelState } from "../../kit/channel-state.ts";

const list = z.array(
  z.object({ mark: z.string(), to: z.string(), until: z.enum(["they-write", "soon"]) }),
);

/** An attempt that WhatsApp accepted and then did not deliver, and the time of the next one. */
export type Undelivered = z.output<typeof list>[number];

/** Messages that wait for another attempt, oldest first. They survive a restart. */
export interface UndeliveredMessages {
  add(one: Undelivered): Promise<void>;
  list(): Promise<readonly Undelivered[]>;
  remove(mark: string): Promise<void>;
}

const KEY = "undelivered";

export function createUndelivered(memory: ChannelState): UndeliveredMessages {
  const inOrder = createInOrder();
  const load = async () => {
    const text = await memory.get(KEY);
    return text === undefined ? [] : (list.safeParse(parseJson(text)?.value).data ?? []);
  };
  const keep = async (all: readonly Undelivered[]) => {
    if (all.length === 0) return memory.delete(KEY);
    await memory.set(KEY, JSON.stringify(all));
  };
  return {
    add: (one) =>
      inOrder(async () => {
        const others = (await load()).filter(({ mark }) => mark !== one.mark);
        await keep([...others, one]);
      }),
    list: load,
    remove: (mark) => inOrder(async () => keep((await load()).filter((one) => one.mark !== mark))),
  };
}
