import { reminders } from "@reeve/operations/work/reminders";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** The person's reminders. */
export function Reminders() {
  const t = useTexts<typeof english>("automation");
  const query = useAsk(reminders.list, { limit: 200 });
  const cancel = useChange(reminders.cancel);
  const [text, setText] = useState("");
  const [at, setAt] = useState("");
  const create = useChange(reminders.create, { chat: "own" });
  return (
    <>
      <form
        className="card new-item"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { text, at },
            {
              onSuccess: () => {
                setText("");
                setAt("");
              },
            },
          );
        }}
      >
        <TextInput label={t("reminderText")} value={text} onChange={setText} isRequired />
        <TextInput
          label={t("reminderAt")}
          value={at}
          onChange={setAt}
          placeholder={t("example_at")}
          isRequired
        />
        <BusyButton kind="primary" isPending={create.isPending}>
          {t("addReminder")}
        </BusyButton>
        <FailedLine error={create.error} />
      </form>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("remindersNone")} hint={t("remindersNoneHint")} />
          ) : (
            <ul className="card list hits">
              {items.map(({ id, text: about, next, repeats, when }) => (
                <li key={id}>
                  <p>{about}</p>
                  <p className="meta">
                    {[next?.text, repeats, when?.about].filter(Boolean).join(" · ")}
                  </p>
                  <BusyButton
                    kind="quiet"
                    isPending={cancel.isPending && cancel.variables.id === id}
                    onPress={() => cancel.mutate({ id })}
                  >
                    {t("cancelJob")}
                  </BusyButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}
