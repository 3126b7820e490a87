import { hooks } from "@reeve/operations/agent/hooks";
import { EVENT_NAMES, webhooks } from "@reeve/operations/work/webhooks";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { Command } from "../../ui/command.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import type english from "./texts/en.json";

/** URLs by which programs start turns, and URLs that Reeve sends events to. */
export function Webhooks() {
  return (
    <>
      <Incoming />
      <Outgoing />
      <Deliveries />
    </>
  );
}

function Incoming() {
  const t = useTexts<typeof english>("automation");
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(hooks.list, { limit: 200 });
  const [name, setName] = useState("");
  const create = useChange(hooks.create);
  const update = useChange(hooks.update);
  const remove = useChange(hooks.remove);
  return (
    <section className="card">
      <h2>{t("incoming")}</h2>
      <p className="hint">{t("incomingHint")}</p>
      <QueryResult query={query}>
        {({ items }) => (
          <ul className="lines">
            {items.map((hook) => (
              <li key={hook.name}>
                <span>
                  <strong>{hook.name}</strong>
                  <span className="meta"> {location.origin + hook.path}</span>
                </span>
                <span className="end inline">
                  <BusyButton
                    kind="quiet"
                    onPress={() =>
                      update.mutate({ name: hook.name, enabled: hook.state === "off" })
                    }
                  >
                    {t(hook.state === "on" ? "turnOff" : "turnOn")}
                  </BusyButton>
                  <BusyButton kind="quiet" onPress={() => remove.mutate({ name: hook.name })}>
                    {t("delete")}
                  </BusyButton>
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {create.isSuccess && <Secret secret={create.data.secret} />}
      {isOwner && (
        <form
          className="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ name }, { onSuccess: () => setName("") });
          }}
        >
          <TextInput
            label={t("hookName")}
            value={name}
            onChange={setName}
            placeholder="ci"
            isRequired
          />
          <BusyButton kind="primary" isPending={create.isPending}>
            {t("create")}
          </BusyButton>
          <FailedLine error={create.error ?? update.error ?? remove.error} />
        </form>
      )}
    </section>
  );
}

function Outgoing() {
  const t = useTexts<typeof english>("automation");
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(webhooks.list, { limit: 200 });
  const [url, setUrl] = useState("");
  const [event, setEvent] = useState("*");
  const create = useChange(webhooks.create);
  const update = useChange(webhooks.update);
  const remove = useChange(webhooks.remove);
  const test = useChange(webhooks.test);
  const names = ["*", ...EVENT_NAMES.filter((name) => name !== "webhook.test")] as const;
  return (
    <section className="card">
      <h2>{t("outgoing")}</h2>
      <p className="hint">{t("outgoingHint")}</p>
      <QueryResult query={query}>
        {({ items }) => (
          <ul className="lines">
            {items.map(({ webhook: id, url: target, events, state, reason, deliveries }) => (
              <li key={id}>
                <span>
                  <strong>{target}</strong>
                  <span className="meta">
                    {" "}
                    {events.includes("*") ? t("allEvents") : events.join(", ")} ·{" "}
                    {t("deliveryCounts", {
                      sent: deliveries.sent,
                      waiting: deliveries.waiting,
                      dead: deliveries.dead,
                    })}
                    {reason !== null && ` · ${reason}`}
                  </span>
                </span>
                <span className="end inline">
                  <BusyButton kind="quiet" onPress={() => test.mutate({ id })}>
                    {t("test")}
                  </BusyButton>
                  <BusyButton
                    kind="quiet"
                    onPress={() => update.mutate({ id, enabled: state === "off" })}
                  >
                    {t(state === "on" ? "turnOff" : "turnOn")}
                  </BusyButton>
                  <BusyButton kind="quiet" onPress={() => remove.mutate({ id })}>
                    {t("delete")}
                  </BusyButton>
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {create.isSuccess && <Secret secret={create.data.secret} />}
      {isOwner && (
        <form
          className="inline-form"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            const chosen = names.find((name) => name === event) ?? "*";
            create.mutate({ url, events: [chosen] }, { onSuccess: () => setUrl("") });
          }}
        >
          <TextInput label={t("webhookUrl")} value={url} onChange={setUrl} isRequired />
          <SelectInput
            label={t("webhookEvent")}
            value={event}
            onChange={setEvent}
            choices={names.map((id) => ({ id, text: id === "*" ? t("allEvents") : id }))}
          />
          <BusyButton kind="primary" isPending={create.isPending}>
            {t("create")}
          </BusyButton>
        </form>
      )}
      <FailedLine error={create.error ?? update.error ?? remove.error ?? test.error} />
    </section>
  );
}

/** A secret that is shown once. */
function Secret({ secret }: { readonly secret: string }) {
  const t = useTexts<typeof english>("automation");
  return (
    <p className="secret" role="status">
      {t("secretOnce")} <Command text={secret} />
    </p>
  );
}

function Deliveries() {
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const query = useAsk(webhooks.deliveries, { limit: 50 });
  const replay = useChange(webhooks.replay);
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className="card">
            <h2>{t("deliveries")}</h2>
            <FailedLine error={replay.error} />
            <Table
              label={t("deliveries")}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: t("event"), cell: ({ type }) => type },
                { title: t("when"), cell: ({ createdAt }) => time(createdAt) },
                {
                  title: t("state"),
                  cell: ({ state, reason }) =>
                    [t(`delivery_${state}`), reason].filter(Boolean).join(": "),
                },
                { title: t("attemptsTitle"), isFigure: true, cell: ({ attempts }) => attempts },
                {
                  title: t("again"),
                  cell: ({ id }) => (
                    <BusyButton kind="quiet" onPress={() => replay.mutate({ id })}>
                      {t("resend")}
                    </BusyButton>
                  ),
                },
              ]}
            />
          </section>
        )
      }
    </QueryResult>
  );
}
