import { agent } from "@reeve/operations/agent/agent";
import { setup, type SetupView } from "@reeve/operations/agent/setup";
import type { OutputOf } from "@reeve/operations/operation";
import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { ask, queries, useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Chooses the model: provider, key, test, and then apply. */
export function Model() {
  const t = useTexts<typeof english>("settings");
  const query = useAsk(setup.show, {});
  return (
    <section className="card">
      <h2>{t("model")}</h2>
      <QueryResult query={query}>{(view) => <Wizard view={view} />}</QueryResult>
    </section>
  );
}

function Wizard({ view }: { readonly view: SetupView }) {
  const t = useTexts<typeof english>("settings");
  const [provider, setProvider] = useState(view.provider ?? "offline");
  const [baseUrl, setBaseUrl] = useState(view.baseUrl ?? "");
  const [key, setKey] = useState("");
  const [model, setModel] = useState(view.model ?? "");
  const [ownerName, setOwnerName] = useState(view.ownerName);
  const [timeZone, setTimeZone] = useState(view.timeZone);
  const list = useChange(setup.models);
  const chosen = view.providers.find(({ name }) => name === provider);
  const isOffline = provider === "offline";
  const server = {
    provider,
    ...(baseUrl !== "" && { baseUrl }),
    ...(key !== "" && { key }),
  };
  const isKnown = view.keys.some((one) => one.provider === provider) || view.hasKey;
  const choice = { ...server, model: isOffline ? "offline" : model };
  const save = useMutation({
    mutationFn: async () => {
      const tried: OutputOf<typeof setup.try> = isOffline
        ? { works: true }
        : await ask(setup.try, choice);
      if (!tried.works) return tried;
      await ask(setup.apply, { ...choice, ownerName, timeZone });
      await ask(agent.restart, {});
      await queries.invalidateQueries();
      return tried;
    },
  });
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p className="hint">{view.isSetUp ? t("modelHint") : t("modelFirst")}</p>
      <SelectInput
        label={t("provider")}
        hint={chosen?.note ?? undefined}
        value={provider}
        onChange={(next) => {
          setProvider(next);
          setBaseUrl("");
          setModel(view.providers.find(({ name }) => name === next)?.model ?? "");
        }}
        choices={[
          { id: "offline", text: t("offlineModel") },
          ...view.providers
            .filter(({ name }) => name !== "offline")
            .map(({ name }) => ({ id: name, text: name })),
        ]}
      />
      {!isOffline && (
        <>
          {chosen?.needsKey !== false && (
            <TextInput
              label={t("key")}
              hint={t(isKnown ? "keyKnown" : "keyHint")}
              type="password"
              value={key}
              onChange={setKey}
            />
          )}
          <TextInput
            label={t("baseUrl")}
            hint={t("baseUrlHint")}
            value={baseUrl}
            onChange={setBaseUrl}
          />
          {view.servers.map(({ name, baseUrl: url, models }) => (
            <BusyButton
              key={url}
              onPress={() => {
                setProvider("openai-compatible");
                setBaseUrl(url);
                setModel(models[0] ?? "");
              }}
            >
              {t("useServer", { name })}
            </BusyButton>
          ))}
          <TextInput label={t("modelName")} value={model} onChange={setModel} isRequired />
          <div className="inline-form">
            <BusyButton isPending={list.isPending} onPress={() => list.mutate(server)}>
              {t("listModels")}
            </BusyButton>
          </div>
          {list.data && (
            <SelectInput
              label={t("offered", { count: list.data.models.length })}
              value={model}
              onChange={setModel}
              choices={list.data.models.map((id) => ({ id, text: id }))}
            />
          )}
        </>
      )}
      <TextInput label={t("ownerName")} value={ownerName} onChange={setOwnerName} isRequired />
      <TextInput label={t("timeZone")} value={timeZone} onChange={setTimeZone} isRequired />
      <FailedLine error={list.error ?? save.error} />
      {save.data?.works === false && (
        <p className="error" role="alert">
          {[save.data.message, save.data.hint].filter(Boolean).join(" ")}
        </p>
      )}
      {save.data?.works && <p role="status">{t("modelApplied")}</p>}
      <div className="inline-form">
        <BusyButton kind="primary" isPending={save.isPending}>
          {t(isOffline ? "saveModel" : "testAndSave")}
        </BusyButton>
      </div>
    </form>
  );
}
