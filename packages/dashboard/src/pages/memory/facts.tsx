import { type Fact, facts } from "@reeve/operations/memory/facts";
import { privacy } from "@reeve/operations/memory/privacy";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { trustKey } from "./search.tsx";
import type english from "./texts/en.json";

/** Facts about people, with the messages that they were learned from. */
export function Facts() {
  const t = useTexts<typeof english>("memory");
  const [search, setSearch] = useField("fact", "");
  const query = useAsk(facts.list, { limit: 200, ...(search !== "" && { search }) });
  return (
    <>
      <TextInput label={t("factSearch")} type="search" value={search} onChange={setSearch} />
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("factsNone")} hint={t("factsNoneHint")} />
          ) : (
            <ul className="card list hits">
              {items.map((fact) => (
                <FactLine key={fact.id} fact={fact} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}

function FactLine({ fact }: { readonly fact: Fact }) {
  const t = useTexts<typeof english>("memory");
  const { time } = useFormats();
  const isOwner = useIsAtLeast("owner");
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<string>();
  const confirm = useChange(facts.confirm);
  const forget = useChange(privacy.forget);
  const { id, text, of, saidAt, integrity, isConfirmed, isTainted } = fact;
  return (
    <li>
      {edited === undefined ? (
        <p>{text}</p>
      ) : (
        <TextInput label={t("wording")} value={edited} onChange={setEdited} isLong />
      )}
      <p className="meta">
        {of} · {time(saidAt)} · {isConfirmed ? t("isConfirmed") : t(trustKey(integrity))}
        {isTainted && ` · ${t("isTainted")}`}
      </p>
      <div className="inline-form">
        <Button className="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t("evidence")}
        </Button>
        {isOwner && edited === undefined && !isConfirmed && (
          <BusyButton
            kind="quiet"
            isPending={confirm.isPending}
            onPress={() => confirm.mutate({ id })}
          >
            {t("confirmOne")}
          </BusyButton>
        )}
        {isOwner && (
          <BusyButton
            kind="quiet"
            isPending={confirm.isPending}
            onPress={() => {
              if (edited === undefined) setEdited(text);
              else confirm.mutate({ id, text: edited }, { onSuccess: () => setEdited(undefined) });
            }}
          >
            {t(edited === undefined ? "reword" : "confirmWording")}
          </BusyButton>
        )}
        <BusyButton kind="quiet" isPending={forget.isPending} onPress={() => forget.mutate({ id })}>
          {t("forget")}
        </BusyButton>
      </div>
      <FailedLine error={confirm.error ?? forget.error} />
      {isOpen && <Evidence id={id} />}
    </li>
  );
}

function Evidence({ id }: { readonly id: string }) {
  const t = useTexts<typeof english>("memory");
  const { time } = useFormats();
  const query = useAsk(facts.explain, { id });
  return (
    <QueryResult query={query}>
      {({ evidence, replaced, replacedBy }) => (
        <div className="evidence">
          {evidence.map(({ message, text, speaker, at }) => (
            <blockquote key={message}>
              {text}
              <footer className="meta">
                {speaker}, {time(at)}
              </footer>
            </blockquote>
          ))}
          {replaced.map(({ id: older, text, since }) => (
            <p key={older} className="meta">
              {t("replaced", { text, when: time(since) })}
            </p>
          ))}
          {replacedBy && <p className="meta">{t("replacedBy", { text: replacedBy.text })}</p>}
        </div>
      )}
    </QueryResult>
  );
}
