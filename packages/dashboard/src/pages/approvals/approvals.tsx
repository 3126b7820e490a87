import { approvals } from "@reeve/operations/work/approvals";
import { ShieldCheck } from "lucide-react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { usePersonName } from "../../data/person-name.ts";
import { useTexts } from "../../data/texts.ts";
import { ApprovalCard } from "../../ui/approval-card.tsx";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TabbedPage } from "../../ui/page.tsx";
import { QueryResult, Empty } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { titleOf, valueOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

/** Open and decided approvals, and the grants. */
export function Approvals() {
  const t = useTexts<typeof english>("approvals");
  return (
    <TabbedPage
      title={t("title")}
      tabs={[
        { id: "waiting", title: t("waiting"), content: () => <Waiting /> },
        { id: "decided", title: t("decided"), content: () => <Decisions /> },
        { id: "grants", title: t("grants"), content: () => <Grants /> },
      ]}
    />
  );
}

function Waiting() {
  const t = useTexts<typeof english>("approvals");
  const query = useAsk(approvals.list, { state: "pending" });
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            icon={<ShieldCheck size={28} aria-hidden />}
            title={t("empty")}
            hint={t("emptyHint")}
          />
        ) : (
          <>
            <h2 className="unseen">{t("waiting")}</h2>
            {items.map((approval) => (
              <ApprovalCard key={approval.id} approval={approval} />
            ))}
          </>
        )
      }
    </QueryResult>
  );
}

function Decisions() {
  const t = useTexts<typeof english>("approvals");
  const { time } = useFormats();
  const nameOf = usePersonName();
  const query = useAsk(approvals.list, { limit: 100 });
  return (
    <QueryResult query={query}>
      {({ items }) => {
        const rows = items.filter(({ state }) => state !== "pending");
        if (rows.length === 0)
          return <Empty title={t("decidedEmpty")} hint={t("decidedEmptyHint")} />;
        return (
          <Table
            label={t("decided")}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: t("what"), cell: ({ preview }) => preview.split("\n")[0] },
              { title: t("outcome"), cell: ({ state }) => t(`state_${state}`) },
              {
                title: t("by"),
                cell: ({ decidedBy }) => (decidedBy === null ? "–" : nameOf(decidedBy)),
              },
              { title: t("when"), cell: ({ createdAt }) => time(createdAt) },
            ]}
          />
        );
      }}
    </QueryResult>
  );
}

function Grants() {
  const t = useTexts<typeof english>("approvals");
  const { time } = useFormats();
  const nameOf = usePersonName();
  const query = useAsk(approvals.grants, { limit: 200 });
  const revoke = useChange(approvals.revoke);
  return (
    <QueryResult query={query}>
      {({ items }) => {
        if (items.length === 0)
          return <Empty title={t("grantsEmpty")} hint={t("grantsEmptyHint")} />;
        return (
          <Table
            label={t("grants")}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t("tool"), cell: ({ tool }) => titleOf(tool) },
              { title: t("where"), cell: ({ surface }) => surface },
              {
                title: t("within"),
                cell: ({ argsHash, pattern, cap, warning }) => (
                  <>
                    {argsHash !== null && t("exactArguments")}
                    {pattern && valueOf(pattern)}
                    {cap && t("cap", { argument: titleOf(cap.argument), amount: cap.perDay })}
                    {argsHash === null && !pattern && !cap && t("anyArguments")}
                    {warning !== undefined && <p className="hint warn-text">{warning}</p>}
                  </>
                ),
              },
              { title: t("by"), cell: ({ grantedBy }) => nameOf(grantedBy) },
              {
                title: t("until"),
                cell: ({ until }) => (until === null ? t("forever") : time(until)),
              },
              {
                title: t("change"),
                cell: ({ id }) => (
                  <BusyButton
                    isPending={revoke.isPending && revoke.variables.id === id}
                    onPress={() => revoke.mutate({ id })}
                  >
                    {t("revoke")}
                  </BusyButton>
                ),
              },
            ]}
          />
        );
      }}
    </QueryResult>
  );
}
