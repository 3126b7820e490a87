import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ChannelState } from "./channel-state.ts";

const linkedFile = z.object({
  name: z.string(),
  /** Absolute path on the agent's machine. */
  path: z.string(),
});

export type LinkedFile = z.output<typeof linkedFile>;

const stored = linkedFile.extend({ until: z.number() });

/** Links at which people download files that their platform does not accept. */
export interface FileLinks {
  /** Creates a link that expires after `LINK_DAYS`; undefined if the gateway has no public URL. */
  create(file: LinkedFile): Promise<string | undefined>;
  /** Returns the file of a link by the last segment of its path; undefined if it has expired. */
  find(id: string): Promise<LinkedFile | undefined>;
}

export const LINK_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** Creates links that only those can know to whom they are sent: their ids have 256 random bits. */
export function createFileLinks({
  state,
  publicUrl,
  clock,
}: {
  readonly state: ChannelState;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}): FileLinks {
  return {
    async create(file) {
      if (publicUrl === undefined) return undefined;
      const id = randomBytes(32).toString("base64url");
      const until = clock.now() + LINK_DAYS * DAY_MS;
      await state.set(keyOf(id), JSON.stringify({ ...file, until }));
      return new URL(`/files/${id}`, publicUrl).href;
    },
    async find(id) {
      const found = stored.safeParse(parseJson((await state.get(keyOf(id))) ?? "")?.value).data;
      if (!found || found.until <= clock.now()) return undefined;
      const { name, path } = found;
      return { name, path };
    },
  };
}

function keyOf(id: string): string {
  return `link:${id}`;
}
