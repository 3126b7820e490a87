import { type Note, notes } from "@reeve/operations/memory/notes";
import { useState } from "react";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** The person's notes. */
export function Notes() {
  const t = useTexts<typeof english>("automation");
  const [search, setSearch] = useField("note", "");
  const query = useAsk(notes.list, { limit: 100, ...(search.trim() !== "" && { query: search }) });
  const [text, setText] = useState("");
  const create = useChange(notes.create);
  return (
    <>
      <form
        className="card new-item"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ text }, { onSuccess: () => setText("") });
        }}
      >
        <TextInput label={t("noteText")} value={text} onChange={setText} isLong isRequired />
        <BusyButton kind="primary" isPending={create.isPending}>
          {t("addNote")}
        </BusyButton>
        <FailedLine error={create.error} />
      </form>
      <TextInput label={t("noteSearch")} type="search" value={search} onChange={setSearch} />
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("notesNone")} hint={t("notesNoneHint")} />
          ) : (
            <ul className="card list hits">
              {items.map((note) => (
                <NoteLine key={note.id} note={note} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}

function NoteLine({ note: { id, title, text, tags, updatedAt } }: { readonly note: Note }) {
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const [edited, setEdited] = useState<string>();
  const update = useChange(notes.update);
  const remove = useChange(notes.delete);
  return (
    <li>
      {title !== undefined && <h3>{title}</h3>}
      {edited === undefined ? (
        <Markdown text={text} />
      ) : (
        <TextInput label={t("noteText")} value={edited} onChange={setEdited} isLong />
      )}
      <p className="meta">{[time(updatedAt), ...tags].join(" · ")}</p>
      <div className="inline-form">
        <BusyButton
          kind="quiet"
          isPending={update.isPending}
          onPress={() => {
            if (edited === undefined) setEdited(text);
            else update.mutate({ id, text: edited }, { onSuccess: () => setEdited(undefined) });
          }}
        >
          {t(edited === undefined ? "edit" : "save")}
        </BusyButton>
        <BusyButton kind="quiet" isPending={remove.isPending} onPress={() => remove.mutate({ id })}>
          {t("delete")}
        </BusyButton>
      </div>
      <FailedLine error={update.error ?? remove.error} />
    </li>
  );
}
