import { preferences, type PreferencesView } from "@reeve/operations/people/preferences";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { setTheme, THEMES } from "../../shell/theme.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** How the agent writes to this person, and how this page looks. */
export function Preferences() {
  const t = useTexts<typeof english>("settings");
  const query = useAsk(preferences.show, {});
  const [theme, choose] = useState(document.documentElement.dataset["theme"] ?? "system");
  return (
    <>
      <section className="card">
        <h2>{t("preferences")}</h2>
        <QueryResult query={query}>{(saved) => <PreferencesForm saved={saved} />}</QueryResult>
      </section>
      <section className="card">
        <h2>{t("look")}</h2>
        <SelectInput
          label={t("theme")}
          value={theme}
          onChange={(next) => {
            const chosen = THEMES.find((one) => one === next) ?? "system";
            setTheme(chosen);
            choose(chosen);
          }}
          choices={THEMES.map((id) => ({ id, text: t(`theme_${id}`) }))}
        />
      </section>
    </>
  );
}

const NAMES = ["language", "timeZone", "quiet", "briefing", "chat"] as const;

function PreferencesForm({ saved }: { readonly saved: PreferencesView }) {
  const t = useTexts<typeof english>("settings");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const update = useChange(preferences.update, { chat: "own" });
  const changed = Object.entries(values).map(([name, value]) => [name, value.trim() || null]);
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(Object.fromEntries(changed), { onSuccess: () => setValues({}) });
      }}
    >
      {NAMES.map((name) => (
        <TextInput
          key={name}
          label={t(`preference_${name}`)}
          hint={t(`preferenceHint_${name}`)}
          value={values[name] ?? saved[name] ?? ""}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <FailedLine error={update.error} />
      <div className="inline-form">
        <BusyButton kind="primary" isPending={update.isPending} isDisabled={changed.length === 0}>
          {t("save")}
        </BusyButton>
        {update.isSuccess && changed.length === 0 && <p role="status">{t("saved")}</p>}
      </div>
    </form>
  );
}
