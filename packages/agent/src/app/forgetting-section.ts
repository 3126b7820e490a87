import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { callerPlace, refuseToChange } from "../core/caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import type { NewId } from "../kernel/ids.ts";
import { exportPerson } from "../memory/export.ts";
import type { Forgetter, Target } from "../memory/forgetting.ts";
import type { Store } from "../store/store.ts";
import { findPerson } from "./find-person.ts";

export interface ForgettingSectionParts {
  readonly store: Store;
  readonly newId: NewId;
  readonly forgetter: Forgetter;
}

/** Forgetting, keeping and handing out what is remembered. */
export function forgettingSection({
  store,
  newId,
  forgetter,
}: ForgettingSectionParts): ControlSection {
  return {
    name: "memory",
    methods: {
      forget: defineMethod({
        summary: "Forget a thing for good, by its id or by words that it holds.",
        params: z.object({
          id: z.string().trim().min(1).optional(),
          query: z.string().trim().min(2).optional(),
          finish: z.boolean().default(false).describe("Wait until not even bytes are left."),
        }),
        run: async ({ id, query, finish }, caller) => {
          const done = await forgetter.forget(targetOf(id, query), viewerOf(caller), newId());
          if (finish) await forgetter.finish(AbortSignal.timeout(FINISH_MS));
          return done;
        },
      }),
      forgetMe: defineMethod({
        summary: "Remove everything of yours; asks for a code first.",
        params: z.object({ code: z.string().optional() }),
        run: ({ code }, caller) => forgetter.forgetMe(viewerOf(caller), code),
      }),
      archive: defineMethod({
        summary: "Whether this chat is kept and searched beyond its session; or change it.",
        params: z.object({ archive: z.enum(["on", "off"]).optional() }),
        run: async ({ archive }, caller) => {
          const place = await callerPlace(caller, store);
          if (place && archive !== undefined) refuseToChange(place, caller.person);
          return { archive: await forgetter.archive(caller, archive) };
        },
      }),
      export: defineMethod({
        summary: "What is kept of you, page by page; the owner may name another person.",
        params: z.object({ person: z.string().optional(), after: z.int().min(0).default(0) }),
        run: async ({ person, after }, caller) => {
          const { tenant, id } = await findPerson(person, caller, store);
          return exportPerson({ tenant, person: id }, store, after);
        },
      }),
    },
  };
}

const FINISH_MS = 60_000;

function viewerOf({ person: { tenant, id, role } }: Caller) {
  return { tenant, person: id, role };
}

function targetOf(id: string | undefined, query: string | undefined): Target {
  if (id !== undefined && query === undefined) return { id };
  if (query !== undefined && id === undefined) return { query };
  throw new Fault("invalid", "Either an id or a query names what is to be forgotten.");
}
