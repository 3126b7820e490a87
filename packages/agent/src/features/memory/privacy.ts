import { privacy } from "@reeve/operations/memory/privacy";
import { z } from "zod";
import type { NewId } from "../../kernel/ids.ts";
import { exportPerson } from "../../memory/export.ts";
import type { Forgetter } from "../../memory/forgetting.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { formatCursor, parseCursor } from "../../operations/pages.ts";
import type { Store } from "../../store/store.ts";
import { findPerson } from "./find-person.ts";

export interface PrivacyDeps {
  readonly store: Store;
  readonly newId: NewId;
  readonly forgetter: Forgetter;
}

const MAX_FINISH_MS = 60_000;

export function createPrivacy({ store, newId, forgetter }: PrivacyDeps): Implementation {
  return implement(
    privacy,
    {
      async forget({ finish, ...target }, call) {
        const done = await forgetter.forget(target, viewerOf(call), call.key);
        if (finish) await forgetter.finish(AbortSignal.timeout(MAX_FINISH_MS));
        return done;
      },
      forgetMe: ({ code }, call) => forgetter.forgetMe(viewerOf(call), code),
      async export({ person, cursor }, call) {
        const { tenant, id } = await findPerson(person, call, store);
        const after = cursor === undefined ? 0 : parseCursor(cursor, z.int().min(0));
        const { rows, next } = await exportPerson({ tenant, person: id }, store, after);
        return { items: rows, next: next === null ? null : formatCursor(next) };
      },
    },
    newId,
  );
}

function viewerOf({ person: { tenant, id, role } }: Caller) {
  return { tenant, person: id, role };
}
