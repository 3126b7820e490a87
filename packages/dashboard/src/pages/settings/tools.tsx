import { tools } from "@reeve/operations/agent/tools";
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

/** The parts of an override's description. */
const SAID = [
  "off",
  "needs approval each time",
  "scope always",
  "scope dm-only",
  "scope group-only",
  "scope admin-only",
  "access anyone",
  "access member",
  "access admin",
  "access owner",
] as const;

const SCOPES = ["default", "always", "dm-only", "group-only", "admin-only"] as const;
const ACCESS = ["default", "anyone", "member", "admin", "owner"] as const;

function ToolCard({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTexts<typeof english>("settings");
  const isAdmin = useIsAtLeast("admin");
  const query = useAsk(tools.show, { name });
  const set = useChange(tools.set);
  const wordsOf = (said: string) => {
    const known = SAID.find((one) => one === said);
    return known === undefined ? said : t(`said_${known}`);
  };
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
          const isOff = tool.overrides.some(({ says }) => says.includes("off"));
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
                    value={!isOff}
                    onChange={(enabled) => set.mutate({ name, enabled })}
                  />
                  <SelectInput
                    label={t("scope")}
                    value=""
                    onChange={(next) =>
                      set.mutate({ name, scope: SCOPES.find((one) => one === next) ?? "default" })
                    }
                    choices={SCOPES.map((id) => ({ id, text: t(`scope_${id}`) }))}
                  />
                  <SelectInput
                    label={t("access")}
                    value=""
                    onChange={(next) =>
                      set.mutate({ name, access: ACCESS.find((one) => one === next) ?? "default" })
                    }
                    choices={ACCESS.map((id) => ({ id, text: t(`access_${id}`) }))}
                  />
                  <Toggle
                    label={t("alwaysAsk")}
                    value={tool.overrides.some(({ says }) => says.includes("approval"))}
                    onChange={(isAsked) =>
                      set.mutate({ name, approval: isAsked ? "always" : "default" })
                    }
                  />
                </>
              )}
              <FailedLine error={set.error} />
              {set.isSuccess && <p role="status">{t("saved")}</p>}
              {tool.overrides.length > 0 && (
                <ul className="lines">
                  {tool.overrides.map(({ where, says }) => (
                    <li key={where + says}>
                      {says.split(", ").map(wordsOf).join(", ")}
                      <span className="meta end">{where}</span>
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
