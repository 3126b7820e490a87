import { readLater } from "@reeve/operations/memory/read-later";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Pages and texts to read later. */
export function ReadLater() {
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const query = useAsk(readLater.list, { limit: 100 });
  const [url, setUrl] = useState("");
  const save = useChange(readLater.save);
  const finish = useChange(readLater.finish);
  return (
    <>
      <form
        className="card new-item"
        onSubmit={(event) => {
          event.preventDefault();
          const isUrl = /^https?:\/\/\S+$/.test(url.trim());
          save.mutate(isUrl ? { url: url.trim() } : { text: url }, { onSuccess: () => setUrl("") });
        }}
      >
        <TextInput label={t("readingUrl")} value={url} onChange={setUrl} isRequired />
        <BusyButton kind="primary" isPending={save.isPending}>
          {t("addReading")}
        </BusyButton>
        <FailedLine error={save.error} />
      </form>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("readingNone")} hint={t("readingNoneHint")} />
          ) : (
            <ul className="card list hits">
              {items.map(({ id, title, url: link, summary, status, createdAt }) => (
                <li key={id}>
                  {link === undefined ? (
                    <p>{title}</p>
                  ) : (
                    <p>
                      <a href={link} target="_blank" rel="noreferrer">
                        {title}
                      </a>
                    </p>
                  )}
                  {summary !== undefined && <p>{summary}</p>}
                  <p className="meta">
                    {time(createdAt)}
                    {status === "done" && ` · ${t("read")}`}
                  </p>
                  {status === "unread" && (
                    <BusyButton
                      kind="quiet"
                      isPending={finish.isPending && finish.variables.id === id}
                      onPress={() => finish.mutate({ id })}
                    >
                      {t("markRead")}
                    </BusyButton>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}
