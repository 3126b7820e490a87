import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";
import { callerPlace, mayRead } from "../caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { IntakeParts } from "./parts.ts";
import { knowPlace } from "./know.ts";

const message = z.object({
  /** The same each time the message is imported. */
  id: z.string().min(1).max(200),
  turn: z.string(),
  direction: z.enum(["in", "out"]),
  text: z.string().min(1),
});

const params = z.object({
  place: z.object({ surface: z.string().min(1), chat: z.string().min(1) }).optional(),
  /** When it was said at the latest, in Unix milliseconds. */
  at: z.number().int(),
  messages: z.array(message).max(1000),
});

/** What was said in a chat, as people saw it. */
export function feedSection(
  parts: Pick<IntakeParts, "store" | "newId" | "policy">,
): ControlSection {
  return {
    name: "feed",
    methods: {
      list: defineMethod({
        summary: "What was said in this chat, newest first.",
        params: z.object({
          before: z.int().optional().describe("Only what came before this number."),
          limit: z.int().min(1).max(500).default(50),
        }),
        run: async (page, caller) => {
          const place = await callerPlace(caller, parts.store);
          if (!place) return [];
          if (mayRead(place, caller.person)) return parts.store.slow.feed.page(place.id, page);
          throw new Fault("denied", "This is a conversation of somebody else.", {
            hint: "The owner and admins may read it.",
          });
        },
      }),
      import: defineMethod({
        summary:
          "Add messages of an earlier conversation to a chat; what is there already stays as it is.",
        params,
        run: async ({ place: address, at, messages }, caller) => {
          if (caller.person.role !== "owner")
            throw new Fault("denied", "Only the owner imports what was said.");
          return parts.store.commit("import", async (tx) => {
            const place = await placeOf(tx, { ...caller, ...address }, parts);
            let imported = 0;
            for (const { id, turn, direction, text } of messages) {
              // The turns of this home left their messages in the feed themselves.
              if (await tx.turns.byId(toId(turn))) continue;
              const author = direction === "in" ? caller.person.id : "reeve";
              const row = { place: place.id, messageId: `import:${id}`, edit: 0, turn: null };
              if (await tx.feed.add({ ...row, direction, author, text, at })) imported += 1;
            }
            return { imported, known: messages.length - imported };
          });
        },
      }),
    },
  };
}

/** A chat of the terminal is there as soon as it is named; others begin with their first message. */
async function placeOf(
  tx: Repositories,
  { person: author, surface, chat }: Caller,
  { policy, newId }: Pick<IntakeParts, "newId" | "policy">,
): Promise<Place> {
  const [known] = await tx.places.byAddress(surface, chat);
  if (known) return known;
  if (surface !== "cli")
    throw new Fault("missing", `Nothing was said in ${surface}/${chat} yet.`, {
      hint: "Write a message there first, or import into a chat of the terminal: --place cli/main",
    });
  const address = { surface, chat, kind: "direct" } as const;
  return knowPlace(tx, { address }, { policy, newId, author });
}
