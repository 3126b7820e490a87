import { log } from "@reeve/operations/agent/log";
import { z } from "zod";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { formatCursor, parseCursor } from "../../operations/pages.ts";
import { readBack } from "./read-log.ts";

export interface LogDeps {
  /** The log file. */
  readonly file: string;
  readonly newId: NewId;
}

export function createLogOperations({ file, newId }: LogDeps): Implementation {
  return implement(
    log,
    {
      async list({ limit, cursor }) {
        const before = cursor === undefined ? undefined : parseCursor(cursor, z.int().min(0));
        const { entries, next } = await readBack(file, { before, limit });
        return { items: entries, next: next === null ? null : formatCursor(next) };
      },
    },
    newId,
  );
}
