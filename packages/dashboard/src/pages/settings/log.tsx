import { log } from "@reeve/operations/agent/log";
import { useField } from "../../data/address.ts";
import { useEffect } from "react";
import type { z } from "zod";
import { keyOf, queries, useAsk, watchLog } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty } from "../../ui/states.tsx";
import { valueOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

/** The page of the log that is shown. */
const SHOWN = { limit: 200 };

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** The newest entries of the log, as they come. */
export function Log() {
  const t = useTexts<typeof english>("settings");
  const { time } = useFormats();
  const [least, setLeast] = useField("level", "debug");
  const [words, setWords] = useField("words", "");
  const query = useAsk(log.list, SHOWN);
  useEffect(() => {
    const gone = new AbortController();
    const key = keyOf(log.list, SHOWN);
    watchLog({
      signal: gone.signal,
      // What was written while nothing was connected is read.
      onOpen: () => void queries.invalidateQueries({ queryKey: key }),
      onEntry: (entry) => {
        queries.setQueryData<z.output<typeof log.list.output>>(
          key,
          (shown) => shown && { ...shown, items: [entry, ...shown.items].slice(0, SHOWN.limit) },
        );
      },
    });
    return () => gone.abort();
  }, []);
  const from = LEVELS.findIndex((level) => level === least);
  return (
    <>
      <div className="tools">
        <SelectInput
          label={t("level")}
          value={least}
          onChange={setLeast}
          choices={LEVELS.map((id) => ({ id, text: t(`level_${id}`) }))}
        />
        <TextInput label={t("filterLog")} type="search" value={words} onChange={setWords} />
      </div>
      <QueryResult query={query}>
        {({ items }) => {
          const rows = items.filter(
            ({ level, sentence, fields }) =>
              LEVELS.indexOf(level) >= from &&
              `${sentence} ${JSON.stringify(fields)}`.toLowerCase().includes(words.toLowerCase()),
          );
          if (rows.length === 0) return <Empty title={t("logNone")} hint={t("logNoneHint")} />;
          return (
            <ol className="card log-lines" aria-label={t("log")}>
              {rows.map(({ at, level, sentence, fields }, index) => (
                <li key={`${at}-${index}`} className={level}>
                  <time className="meta">{time(at)}</time>
                  <span className="level">{t(`level_${level}`)}</span>
                  <span>
                    {sentence}{" "}
                    <span className="meta">{valueOf(fields).replaceAll("\n", ", ")}</span>
                  </span>
                </li>
              ))}
            </ol>
          );
        }}
      </QueryResult>
    </>
  );
}
