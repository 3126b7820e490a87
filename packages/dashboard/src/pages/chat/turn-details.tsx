import { turns } from "@reeve/operations/work/turns";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { QueryResult } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { titleOf } from "../../ui/words.ts";
import type english from "./texts/en.json";
import { ToolLine } from "./tool-line.tsx";

/** Why an answer is what it is: the steps, the calls, what the model was shown, and what it cost. */
export function TurnDetails({ turn }: { readonly turn: string }) {
  const t = useTexts<typeof english>("chat");
  const { number, money, percent, time } = useFormats();
  const query = useAsk(turns.show, { id: turn });
  return (
    <QueryResult query={query}>
      {({ steps, usage, prompts, turn: { startedAt, endedAt, role, agent } }) => {
        const calls = steps.flatMap((step) => step.calls);
        const sum = (count: (one: (typeof usage)[number]) => number) =>
          usage.reduce((total, one) => total + count(one), 0);
        const input = sum(({ inputTokens }) => inputTokens);
        const cached = sum(({ cachedTokens }) => cachedTokens);
        const cost = sum(({ costNano }) => Number(costNano ?? 0)) / 1e9;
        const seconds = endedAt === null ? undefined : (endedAt - startedAt) / 1000;
        return (
          <section className="card why" aria-label={t("why")}>
            <p>
              {t("started", { when: time(startedAt) })}
              {seconds !== undefined &&
                ` ${t("took", { seconds: number(Math.round(seconds * 10) / 10) })}`}{" "}
              {t("asRole", { role: t(`role_${role}`), agent })}
            </p>
            {calls.map(({ id, tool, args, result }) => (
              <ToolLine
                key={id}
                tool={tool}
                args={args}
                outcome={result?.type ?? "unknown"}
                result={result?.text}
              />
            ))}
            <p>
              {t("tokens", {
                input: number(input),
                output: number(sum(({ outputTokens }) => outputTokens)),
              })}{" "}
              {t("cost", { cost: money(cost), cached: percent(cached / Math.max(1, input)) })}
            </p>
            {prompts.length > 0 && (
              <Table
                label={t("shown")}
                rows={prompts}
                keyOf={({ step }) => step}
                columns={[
                  { title: t("step"), cell: ({ step }) => number(step + 1) },
                  {
                    title: t("context"),
                    isFigure: true,
                    cell: ({ estTokensContext }) => number(estTokensContext),
                  },
                  {
                    title: t("history"),
                    isFigure: true,
                    cell: ({ estTokensHistory }) => number(estTokensHistory),
                  },
                  {
                    title: t("message"),
                    isFigure: true,
                    cell: ({ estTokensUserTurn }) => number(estTokensUserTurn),
                  },
                  {
                    title: t("layers"),
                    cell: ({ contextLayers }) => contextLayers.map(titleOf).join(", "),
                  },
                ]}
              />
            )}
          </section>
        );
      }}
    </QueryResult>
  );
}
