import type { Log, LogFields } from "../../platform/log.ts";

/** A log that keeps its entries. */
export interface KeptLog extends Log {
  readonly entries: readonly { readonly sentence: string; readonly fields: LogFields }[];
}

export function keptLog(): KeptLog {
  const entries: { sentence: string; fields: LogFields }[] = [];
  const keep = (sentence: string, fields: LogFields = {}) => {
    entries.push({ sentence, fields });
  };
  const log: KeptLog = {
    debug: keep,
    info: keep,
    warn: keep,
    error: keep,
    child: () => log,
    entries,
  };
  return log;
}
