import { files } from "@reeve/operations/memory/files";
import { changes } from "@reeve/operations/memory/changes";
import { useState } from "react";
import { hrefOf, useAddress, useField } from "../../data/address.ts";
import { ask, useAsk, useChange } from "../../data/agent.ts";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { Difference } from "../../ui/difference.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

const DOCUMENTS = [
  "SOUL.md",
  "SECURITY.md",
  "STRATEGY.md",
  "MEMORY.md",
  "IDENTITY.md",
  "USER.md",
  "HEARTBEAT.md",
] as const;

/** The files that shape the agent. Only the owner changes them here; the agent itself cannot change the first three. */
export function Documents() {
  const t = useTexts<typeof english>("memory");
  const { path } = useAddress();
  const [wanted] = useField("file", DOCUMENTS[0]);
  const name = DOCUMENTS.find((one) => one === wanted) ?? DOCUMENTS[0];
  return (
    <div className="documents">
      <nav aria-label={t("documents")}>
        <ul>
          {DOCUMENTS.map((one) => (
            <li key={one}>
              <a
                className="entry"
                href={hrefOf(path, { tab: "documents", file: one })}
                aria-current={one === name ? "page" : undefined}
              >
                {t(`file_${one}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Document key={name} name={name} />
    </div>
  );
}

type DocumentName = (typeof DOCUMENTS)[number];

function Document({ name }: { readonly name: DocumentName }) {
  const t = useTexts<typeof english>("memory");
  const query = useQuery({
    queryKey: [files.read.name, name],
    queryFn: async () => {
      const { items } = await ask(files.list, { limit: 200 });
      if (!items.some(({ path }) => path === name)) return "";
      return (await ask(files.read, { path: name })).content;
    },
  });
  return (
    <section className="card">
      <h2>{t(`file_${name}`)}</h2>
      <p className="hint">{t(`about_${name}`)}</p>
      <QueryResult query={query}>
        {(saved) => <Editor key={saved} name={name} saved={saved} />}
      </QueryResult>
      <History name={name} />
    </section>
  );
}

function Editor({ name, saved }: { readonly name: DocumentName; readonly saved: string }) {
  const t = useTexts<typeof english>("memory");
  const [text, setText] = useState(saved);
  const write = useChange(files.write);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate({ path: name, content: text });
      }}
    >
      <TextInput label={t("text")} value={text} onChange={setText} isLong />
      {text !== saved && <Difference before={saved} after={text} label={t("difference")} />}
      <FailedLine error={write.error} />
      <div className="inline-form">
        <BusyButton kind="primary" isPending={write.isPending} isDisabled={text === saved}>
          {t("save")}
        </BusyButton>
        <BusyButton isDisabled={text === saved} onPress={() => setText(saved)}>
          {t("discard")}
        </BusyButton>
        <p className="hint">{t("nextSession")}</p>
      </div>
    </form>
  );
}

/** The changes of the file that can be undone. */
function History({ name }: { readonly name: DocumentName }) {
  const t = useTexts<typeof english>("memory");
  const query = useAsk(changes.list, { limit: 200 });
  const undo = useChange(changes.undo);
  const [last] = (query.data?.items ?? []).filter(
    ({ ref, undoneAt }) => ref === name && undoneAt === null,
  );
  if (!last) return null;
  return (
    <div className="inline-form">
      <BusyButton isPending={undo.isPending} onPress={() => undo.mutate({ change: last.id })}>
        {t("undoLast")}
      </BusyButton>
      <FailedLine error={undo.error} />
    </div>
  );
}
