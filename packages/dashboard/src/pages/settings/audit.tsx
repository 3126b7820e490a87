import { audit } from "@reeve/operations/agent/audit";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { usePersonName } from "../../data/person-name.ts";
import { useTexts } from "../../data/texts.ts";
import { QueryResult, Empty } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { titleOf } from "../../ui/words.ts";
import type english from "./texts/en.json";

/** Every call of a tool, and whether the record of them is whole. */
export function Audit() {
  const t = useTexts<typeof english>("settings");
  const { time } = useFormats();
  const nameOf = usePersonName();
  const query = useAsk(audit.list, { limit: 100 });
  return (
    <>
      <Verification />
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("auditNone")} hint={t("auditNoneHint")} />
          ) : (
            <Table
              label={t("audit")}
              rows={items}
              keyOf={({ n }) => n}
              columns={[
                { title: t("tool"), cell: ({ tool }) => titleOf(tool) },
                {
                  title: t("person"),
                  cell: ({ person, name }) =>
                    name ?? (person === null ? t("forgotten") : nameOf(person)),
                },
                {
                  title: t("allowedBy"),
                  cell: ({ authority, verdict }) =>
                    authority
                      ? t(`authority_${authority.by}`)
                      : t(verdict === "deny" ? "denied" : "open"),
                },
                {
                  title: t("outcome"),
                  cell: ({ outcome }) => (outcome === undefined ? "–" : titleOf(outcome)),
                },
                { title: t("when"), cell: ({ at }) => time(at) },
              ]}
            />
          )
        }
      </QueryResult>
    </>
  );
}

function Verification() {
  const t = useTexts<typeof english>("settings");
  const query = useAsk(audit.verify, {});
  return (
    <QueryResult query={query}>
      {({ isWhole, rows, because }) => (
        <p className={isWhole ? "card outcome" : "card outcome error"}>
          {isWhole ? <ShieldCheck size={18} aria-hidden /> : <ShieldAlert size={18} aria-hidden />}
          {isWhole ? t("whole", { count: rows }) : t("broken", { reason: because ?? "" })}
        </p>
      )}
    </QueryResult>
  );
}
