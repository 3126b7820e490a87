import { agent } from "@reeve/operations/agent/agent";
import { config } from "@reeve/operations/agent/config";
import type { OutputOf } from "@reeve/operations/operation";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useField } from "../../data/address.ts";
import { askAll, useChange } from "../../data/agent.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { SchemaField } from "../../ui/schema-form.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import { titleOf, valueOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

type Setting = OutputOf<typeof config.list>["items"][number];

/** Every setting of the config file, in a form made from its schema. */
export function Config() {
  const t = useTexts<typeof english>("settings");
  const [section, setSection] = useField("section", "agent");
  const [words, setWords] = useField("setting", "");
  const query = useQuery({
    queryKey: [config.list.name, "all"],
    queryFn: () => askAll(config.list),
  });
  return (
    <QueryResult query={query}>
      {(settings) => {
        const sections = [...new Set(settings.map(({ path }) => sectionOf(path)))];
        const shown = settings.filter(({ path, description }) =>
          words === ""
            ? sectionOf(path) === section
            : `${path} ${description}`.toLowerCase().includes(words.toLowerCase()),
        );
        return (
          <>
            <Pending settings={settings} />
            <div className="tools">
              <SelectInput
                label={t("section")}
                value={section}
                onChange={setSection}
                choices={sections.map((id) => ({ id, text: titleOf(id) }))}
              />
              <TextInput
                label={t("filterSettings")}
                type="search"
                value={words}
                onChange={setWords}
              />
            </div>
            <section className="card fields">
              {shown.map((setting) => (
                <SettingForm key={setting.path + String(setting.value)} setting={setting} />
              ))}
            </section>
          </>
        );
      }}
    </QueryResult>
  );
}

/** `channels.matrix.url` is in the section `channels.matrix`, `agent.maxSteps` in `agent`. */
function sectionOf(path: string): string {
  const keys = path.split(".");
  return keys.slice(0, keys[0] === "channels" ? 2 : 1).join(".");
}

/** Saved changes that do not apply yet. */
function Pending({ settings }: { readonly settings: readonly Setting[] }) {
  const t = useTexts<typeof english>("settings");
  const restart = useChange(agent.restart);
  const count = settings.filter(({ isPending }) => isPending).length;
  if (count === 0) return null;
  return (
    <section className="card outcome" role="status">
      <p>{t("pending", { count })}</p>
      <BusyButton kind="primary" isPending={restart.isPending} onPress={() => restart.mutate({})}>
        {t("restart")}
      </BusyButton>
      <FailedLine error={restart.error} />
    </section>
  );
}

function SettingForm({ setting }: { readonly setting: Setting }) {
  const t = useTexts<typeof english>("settings");
  const isOwner = useIsAtLeast("owner");
  const { path, value, source, schema, isPending } = setting;
  const isSecret = schema["writeOnly"] === true;
  const [next, setNext] = useState<unknown>(isSecret ? "" : (value ?? undefined));
  const set = useChange(config.set);
  const unset = useChange(config.unset);
  const isChanged = next !== (isSecret ? "" : (value ?? undefined));
  const inFile = source !== "default";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSetting(next)) set.mutate({ path, value: next });
      }}
    >
      <SchemaField
        name={path.split(".").slice(sectionOf(path).split(".").length).join(" ") || path}
        schema={isSecret ? { ...schema, type: "string" } : schema}
        value={next}
        onChange={setNext}
      />
      <p className="meta">
        {t("source", { source, usual: valueOf(setting.default) })}
        {isPending && <span className="tag warn">{t("afterRestart")}</span>}
      </p>
      {isOwner && (isChanged || inFile) && (
        <div className="inline-form">
          {isChanged && (
            <BusyButton kind="primary" isPending={set.isPending} isDisabled={!isSetting(next)}>
              {t("save")}
            </BusyButton>
          )}
          {inFile && (
            <BusyButton
              kind="quiet"
              isPending={unset.isPending}
              onPress={() => unset.mutate({ path })}
            >
              {t("reset")}
            </BusyButton>
          )}
        </div>
      )}
      <FailedLine error={set.error ?? unset.error} />
    </form>
  );
}

type SettingValue = string | number | boolean | unknown[] | Record<string, unknown>;

function isSetting(value: unknown): value is SettingValue {
  return value !== undefined && value !== null && value !== "";
}
