import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import type { ChannelState } from "../kit/channel-state.ts";

const kept = z.object({
  /** When the person wrote last, in Unix milliseconds, and at most a little later. */
  at: z.number(),
  /** Meta said that it is too long ago. */
  isClosed: z.literal(true).optional(),
});

/** Since when a person has been silent, and whether they can be written to. */
export interface WindowState {
  readonly state: "open" | "closed";
  /** Names this silence: another one, once they have written. 0 where they are not known to have. */
  readonly since: number;
}

/** For how long after a person wrote WhatsApp takes messages to them. */
export interface ServiceWindow {
  /** Somebody wrote then. */
  opened(externalId: string, at: number): Promise<void>;
  /** Meta has refused a message `at` a time, or just now: it is closed unless they wrote after that. */
  closed(externalId: string, at?: number): Promise<void>;
  /** Open where nothing is known: then Meta has to say. */
  look(externalId: string): Promise<WindowState>;
}

const DAY_MS = 24 * 60 * 60_000;
/** Not each message is kept: it may close so much too early. */
const ROUGHLY_MS = 5 * 60_000;

export function createServiceWindow(memory: ChannelState, clock: Clock): ServiceWindow {
  const lanes = createLanes();
  const read = async (externalId: string) => {
    const text = await memory.get(keyOf(externalId));
    return text === undefined ? undefined : kept.safeParse(parseJson(text)?.value).data;
  };
  const keep = (externalId: string, value: z.output<typeof kept>) =>
    memory.set(keyOf(externalId), JSON.stringify(value));
  return {
    opened: (externalId, at) =>
      lanes.run(externalId, async () => {
        const known = await read(externalId);
        // A message that comes late does not say that they wrote since.
        if (known && at <= known.at + (known.isClosed ? 0 : ROUGHLY_MS)) return;
        await keep(externalId, { at });
      }),
    closed: (externalId, at = Number.POSITIVE_INFINITY) =>
      lanes.run(externalId, async () => {
        const known = await read(externalId);
        if (known && known.at > at) return;
        await keep(externalId, { at: known?.at ?? 0, isClosed: true });
      }),
    async look(externalId) {
      const known = await read(externalId);
      const since = known?.at ?? 0;
      if (!known) return { state: "open", since };
      const isOver = known.isClosed ?? clock.now() - known.at > DAY_MS;
      return { state: isOver ? "closed" : "open", since };
    },
  };
}

function keyOf(externalId: string): string {
  return `window:${externalId}`;
}
