import type { Log, LogFields } from "../../platform/log.ts";

/** A log that keeps its entries. */
export interface CapturedLog extends Log {
  readonly entries: readonly { readonly sentence: string; readonly fields: LogFields }[];
}

export function captureLog(): CapturedLog {
  const entries: { sentence: string; fields: LogFields }[] = [];
  const keep = (sentence: string, fields: LogFields = {}) => {
    entries.push({ sentence, fields });
  };
  const log: CapturedLog = {
    debug: keep,
    info: keep,
    warn: keep,
    error: keep,
    child: () => log,
    entries,
  };
  return log;
}
