import { type ShownTool, tools } from "@reeve/operations/agent/tools";
import { Wrench } from "lucide-react";
import { useState } from "react";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useQuery } from "@tanstack/react-query";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput, Toggle } from "../../ui/fields.tsx";
import { Pairs } from "../../ui/pairs.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { titleOf } from "../../ui/words.ts";
import { allTools } from "./all-tools.ts";
import { TryTool } from "./try-tool.tsx";
import type english from "./texts/en.json";

/** Every tool, with who may use it where, and whether it asks. */
export function Tools() {
  const t = useTexts<typeof english>("settings");
  const [open, setOpen] = useField("tool", "");
  const [filter, setFilter] = useField("filter", "");
  const query = useQuery(allTools);
  return (
    <>
      <FindTools onOpen={setOpen} />
      <TextInput label={t("filterTools")} type="search" value={filter} onChange={setFilter} />
      {open !== "" && <ToolCard key={open} name={open} onClose={() => setOpen("")} />}
      <QueryResult query={query}>
        {(all) => {
          const words = filter.toLowerCase();
          const rows = all.filter(
            ({ name, summary }) => name.includes(words) || summary.toLowerCase().includes(words),
          );
          if (rows.length === 0) return <Empty title={t("toolsNone")} hint={t("toolsNoneHint")} />;
          return (
            <ul className="card list">
              {rows.map(({ name, summary, effect, awaits }) => (
                <li key={name}>
                  <button type="button" className="tool-row" onClick={() => setOpen(name)}>
                    <Wrench size={16} aria-hidden />
                    <span>
                      <strong>{titleOf(name)}</strong>
                      <span className="meta">{summary}</span>
                      {awaits !== null && (
                        <span className="meta">{t("awaits", { what: awaits })}</span>
                      )}
                    </span>
                    <span className={`tag effect-${effect}`}>{t(`effect_${effect}`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </>
  );
}

/** Shows which tools the agent would find for a sentence. */
function FindTools({ onOpen }: { readonly onOpen: (name: string) => void }) {
  const t = useTexts<typeof english>("settings");
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const found = useAsk(tools.find, { query }, { isEnabled: query !== "" });
  return (
    <form
      className="card"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery(text.trim());
      }}
    >
      <div className="inline-form">
        <TextInput
          label={t("findTools")}
          value={text}
          onChange={setText}
          placeholder={t("findExample")}
        />
        <BusyButton isPending={found.isFetching}>{t("find")}</BusyButton>
      </div>
      <FailedLine error={found.error} />
      {found.data && (
        <ol className="lines">
          {found.data.tools.map(({ name, summary }) => (
            <li key={name}>
              <BusyButton kind="quiet" onPress={() => onOpen(name)}>
                {titleOf(name)}
              </BusyButton>
              <span className="meta">{summary}</span>
            </li>
          ))}
        </ol>
      )}
    </form>
  );
}

type Override = ShownTool["overrides"][number];

const SCOPES = ["default", "always", "dm-only", "group-only", "admin-only"] as const;
const ACCESS = ["default", "anyone", "member", "admin", "owner"] as const;

function ToolCard({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTexts<typeof english>("settings");
  const isAdmin = useIsAtLeast("admin");
  const query = useAsk(tools.show, { name });
  const set = useChange(tools.set);
  const wordsOf = ({ isDisabled, scope, access, isAlwaysAsked }: Override) =>
    [
      isDisabled && t("said_off"),
      scope && t(`scope_${scope}`),
      access && t(`said_access ${access}`),
      isAlwaysAsked && t("said_needs approval each time"),
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <section className="card">
      <header className="card-head">
        <h2>{titleOf(name)}</h2>
        <BusyButton kind="quiet" onPress={onClose}>
          {t("close")}
        </BusyButton>
      </header>
      <QueryResult query={query}>
        {(tool) => {
          // The one that this card changes; others are listed.
          const own = tool.overrides.find((one) => one.tool === name && one.where === "everywhere");
          return (
            <div className="fields">
              <p>{tool.summary}</p>
              <p className="meta">{tool.why}</p>
              <Pairs
                values={{
                  [t("name")]: tool.name,
                  [t("category")]: tool.category,
                  [t("access")]: tool.access && t(`access_${tool.access}`),
                  [t("scope")]: tool.scope && t(`scope_${tool.scope}`),
                  [t("asks")]:
                    tool.isAskedAbout === undefined
                      ? undefined
                      : t(tool.isAskedAbout ? "yes" : "no"),
                }}
              />
              {isAdmin && (
                <>
                  <Toggle
                    label={t("enabled")}
                    value={own?.isDisabled !== true}
                    onChange={(enabled) => set.mutate({ name, enabled })}
                  />
                  <SelectInput
                    label={t("scope")}
                    value={own?.scope ?? "default"}
                    onChange={(next) =>
                      set.mutate({ name, scope: SCOPES.find((one) => one === next) ?? "default" })
                    }
                    choices={SCOPES.map((id) => ({ id, text: t(`scope_${id}`) }))}
                  />
                  <SelectInput
                    label={t("access")}
                    value={own?.access ?? "default"}
                    onChange={(next) =>
                      set.mutate({ name, access: ACCESS.find((one) => one === next) ?? "default" })
                    }
                    choices={ACCESS.map((id) => ({ id, text: t(`access_${id}`) }))}
                  />
                  <Toggle
                    label={t("alwaysAsk")}
                    value={own?.isAlwaysAsked === true}
                    onChange={(isAsked) =>
                      set.mutate({ name, approval: isAsked ? "always" : "default" })
                    }
                  />
                </>
              )}
              {isAdmin && tool.isAvailable && <TryTool name={name} params={tool.params} />}
              <FailedLine error={set.error} />
              {set.isSuccess && <p role="status">{t("saved")}</p>}
              {tool.overrides.length > 0 && (
                <ul className="lines">
                  {tool.overrides.map((override) => (
                    <li key={`${override.where} ${override.says}`}>
                      {wordsOf(override)}
                      <span className="meta end">
                        {override.where === "everywhere" ? t("scope_always") : override.where}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        }}
      </QueryResult>
    </section>
  );
}
