import { limits } from "@reeve/operations/agent/limits";
import { usage, type UsageKey, type UsageSum } from "@reeve/operations/agent/usage";
import { useState } from "react";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useNow } from "../../data/now.ts";
import { useTexts } from "../../data/texts.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { PageFrame } from "../../ui/page.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { titleOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

const SPANS = ["7", "30", "90"] as const;
const KEYS = ["model", "person", "tool", "purpose", "agent"] as const satisfies readonly UsageKey[];
const DAY_MS = 86_400_000;

/** The costs of models by day and by another key, and the budgets. */
export function Usage() {
  const t = useTexts<typeof english>("usage");
  const isAdmin = useIsAtLeast("admin");
  const [span, setSpan] = useField("days", "30");
  const [by, setBy] = useField("by", "model");
  const now = useNow();
  const days = { from: toDay(now - (Number(span) - 1) * DAY_MS), to: toDay(now) };
  const daily = useAsk(usage.summary, { by: "day", ...days });
  const key = KEYS.find((one) => one === by) ?? "model";
  const grouped = useAsk(usage.summary, { by: key, ...days });
  return (
    <PageFrame title={t("title")}>
      <div className="tools">
        <SelectInput
          isBare
          label={t("span")}
          value={span}
          onChange={setSpan}
          choices={SPANS.map((id) => ({ id, text: t("lastDays", { count: Number(id) }) }))}
        />
      </div>
      <QueryResult query={daily}>
        {({ rows, total }) =>
          total.calls === 0 ? (
            <Empty title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <Days rows={fill(rows, days)} total={total} />
          )
        }
      </QueryResult>
      <section className="card">
        <header className="card-head">
          <h2>{t(`by_${key}`)}</h2>
          <SelectInput
            isBare
            label={t("groupBy")}
            value={key}
            onChange={setBy}
            choices={KEYS.map((id) => ({ id, text: t(`by_${id}`) }))}
          />
        </header>
        <QueryResult query={grouped}>{({ rows }) => <Groups rows={rows} kind={key} />}</QueryResult>
      </section>
      {isAdmin && <Budgets />}
    </PageFrame>
  );
}

type Row = UsageSum & { readonly key: string; readonly name: string };

function Days({ rows, total }: { readonly rows: readonly Row[]; readonly total: UsageSum }) {
  const t = useTexts<typeof english>("usage");
  const { money, number, percent, day } = useFormats();
  const isFree = Number(total.costUsd) === 0;
  const valueOf = ({ costUsd, inputTokens, outputTokens }: Row) =>
    isFree ? inputTokens + outputTokens : Number(costUsd);
  const format = isFree ? number : money;
  const values = rows.map((row) => ({ label: day(row.key), values: [valueOf(row)] }));
  const sum = values.reduce((before, { values: [value = 0] }) => before + value, 0);
  const top = values.toSorted((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0))[0];
  return (
    <>
      <dl className="figures">
        <Figure name={t("cost")} value={money(Number(total.costUsd))} />
        <Figure name={t("perDay")} value={money(Number(total.costUsd) / rows.length)} />
        <Figure name={t("forecast")} value={money((Number(total.costUsd) / rows.length) * 30)} />
        <Figure
          name={t("cached")}
          value={percent(total.cachedTokens / Math.max(1, total.inputTokens))}
        />
      </dl>
      {total.unpriced > 0 && <p className="hint">{t("unpriced", { count: total.unpriced })}</p>}
      <section className="card">
        <h2>{t(isFree ? "tokensPerDay" : "costPerDay")}</h2>
        <BarChart
          bars={values}
          series={[t(isFree ? "tokens" : "cost")]}
          summary={t("chart", {
            total: format(sum),
            count: rows.length,
            top: top?.label ?? "–",
          })}
          format={format}
        />
      </section>
    </>
  );
}

function Groups({
  rows,
  kind,
}: {
  readonly rows: readonly Row[];
  readonly kind: (typeof KEYS)[number];
}) {
  const t = useTexts<typeof english>("usage");
  const { money, number, percent } = useFormats();
  const nameOf = ({ name, key }: Row) => {
    if (key === "") return t("none");
    return kind === "tool" || kind === "purpose" ? titleOf(name) : name;
  };
  return (
    <Table
      label={t(`by_${kind}`)}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title: t(`one_${kind}`), cell: nameOf },
        { title: t("requests"), isFigure: true, cell: ({ calls }) => number(calls) },
        {
          title: t("tokens"),
          isFigure: true,
          cell: ({ inputTokens, outputTokens }) => number(inputTokens + outputTokens),
        },
        {
          title: t("cached"),
          isFigure: true,
          cell: ({ cachedTokens, inputTokens }) => percent(cachedTokens / Math.max(1, inputTokens)),
        },
        { title: t("cost"), isFigure: true, cell: ({ costUsd }) => money(Number(costUsd)) },
      ]}
    />
  );
}

const PERIODS = ["day", "month"] as const;
const SUBJECTS = ["platform", "tenant", "person", "chat"] as const;

/** The money limits, which the owner can change. */
function Budgets() {
  const t = useTexts<typeof english>("usage");
  const { money } = useFormats();
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(limits.show, {});
  const [edited, setEdited] = useState<string>();
  return (
    <section className="card">
      <h2>{t("budgets")}</h2>
      <p className="hint">{t("budgetsHint")}</p>
      <QueryResult query={query}>
        {({ limits: { money: set } }) => (
          <ul className="lines">
            {SUBJECTS.flatMap((subject) =>
              PERIODS.map((period) => {
                const key = `money.${subject}.${period}`;
                const limit = set[subject][period];
                return (
                  <li key={key} className="budget">
                    <span>{t(`limit_${subject}_${period}`)}</span>
                    <span className="end">
                      {limit === undefined ? t("unlimited") : money(Number(limit))}
                    </span>
                    {isOwner && edited !== key && (
                      <BusyButton
                        kind="quiet"
                        onPress={() => setEdited(key)}
                        label={t("changeOf", { what: t(`limit_${subject}_${period}`) })}
                      >
                        {t("change")}
                      </BusyButton>
                    )}
                    {edited === key && (
                      <BudgetForm
                        name={key}
                        limit={limit ?? ""}
                        onDone={() => setEdited(undefined)}
                      />
                    )}
                  </li>
                );
              }),
            )}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}

interface BudgetFormProps {
  readonly name: string;
  readonly limit: string;
  readonly onDone: () => void;
}

function BudgetForm({ name, limit, onDone }: BudgetFormProps) {
  const t = useTexts<typeof english>("usage");
  const [value, setValue] = useState(limit);
  const set = useChange(limits.set);
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ key: name, value: value.trim() || "none" }, { onSuccess: onDone });
      }}
    >
      <TextInput label={t("dollars")} hint={t("dollarsHint")} value={value} onChange={setValue} />
      <BusyButton kind="primary" isPending={set.isPending}>
        {t("save")}
      </BusyButton>
      <BusyButton onPress={onDone}>{t("cancel")}</BusyButton>
      <FailedLine error={set.error} />
    </form>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}

const NOTHING: UsageSum = {
  calls: 0,
  unpriced: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costUsd: "0",
};

/** A row for each day, also for days without usage. */
function fill(
  rows: readonly Row[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly Row[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const key = toDay(Date.parse(from) + index * DAY_MS);
    return known.get(key) ?? { key, name: key, ...NOTHING };
  });
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
