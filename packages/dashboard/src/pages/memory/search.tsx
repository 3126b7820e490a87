import { memory } from "@reeve/operations/memory/memory";
import { privacy } from "@reeve/operations/memory/privacy";
import { SearchIcon } from "lucide-react";
import { useState } from "react";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { type Translate, useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Finds passages by keyword and meaning, with their sources and scores. */
export function Search() {
  const t = useTexts<typeof english>("memory");
  const [query, setQuery] = useField("q", "");
  const [text, setText] = useState(query);
  return (
    <>
      <form
        className="inline-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(text.trim());
        }}
      >
        <TextInput label={t("searchFor")} type="search" value={text} onChange={setText} />
        <BusyButton kind="primary">{t("searchNow")}</BusyButton>
      </form>
      {query === "" ? <Status /> : <Hits query={query} />}
    </>
  );
}

function Status() {
  const t = useTexts<typeof english>("memory");
  const { number } = useFormats();
  const query = useAsk(memory.status, {});
  return (
    <QueryResult query={query}>
      {({ passages, files, models }) => {
        const total = Object.values(passages).reduce((sum, count) => sum + count, 0);
        const waiting = models.reduce((most, one) => Math.max(most, one.waiting), 0);
        return (
          <section className="card">
            <h2>{t("status")}</h2>
            <p className="figure">{number(total)}</p>
            <p className="meta">
              {t("passages", { count: total })} · {t("files", { count: files })}
              {waiting > 0 && ` · ${t("embeddingWaits", { count: waiting })}`}
            </p>
            <ul className="lines">
              {Object.entries(passages).map(([source, count]) => (
                <li key={source}>
                  {t(sourceKey(source))}
                  <span className="end">{number(count)}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </QueryResult>
  );
}

function Hits({ query }: { readonly query: string }) {
  const t = useTexts<typeof english>("memory");
  const { time, percent } = useFormats();
  const found = useAsk(memory.search, { query, limit: 20 });
  const forget = useChange(privacy.forget);
  return (
    <QueryResult query={found}>
      {({ hits }) => {
        const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
        if (hits.length === 0)
          return (
            <Empty
              icon={<SearchIcon size={28} aria-hidden />}
              title={t("noHits")}
              hint={t("noHitsHint")}
            />
          );
        return (
          <>
            <FailedLine error={forget.error} />
            <ol className="card list hits" aria-label={t("hits")}>
              {hits.map(({ source, ref, text, author, at, integrity, score }) => (
                <li key={ref}>
                  <p>{text}</p>
                  <p className="meta">
                    {[
                      t(sourceKey(source)),
                      author,
                      time(at),
                      t(trustKey(integrity)),
                      t("match", { share: percent(score / best) }),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  <BusyButton
                    kind="quiet"
                    isPending={
                      forget.isPending && "id" in forget.variables && forget.variables.id === ref
                    }
                    onPress={() => forget.mutate({ id: ref })}
                  >
                    {t("forget")}
                  </BusyButton>
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </QueryResult>
  );
}

type Key = Parameters<Translate<typeof english>>[0];

function sourceKey(source: string): Key {
  return SOURCES.find((one) => one === `source_${source}`) ?? "source_other";
}

export function trustKey(integrity: string): Key {
  return TRUSTS.find((one) => one === `trust_${integrity}`) ?? "trust_tool";
}

const SOURCES = [
  "source_memory",
  "source_learned",
  "source_session",
  "source_fact",
  "source_note",
  "source_chat",
  "source_knowledge",
] as const;
const TRUSTS = [
  "trust_owner",
  "trust_member",
  "trust_stranger",
  "trust_web",
  "trust_tool",
] as const;
