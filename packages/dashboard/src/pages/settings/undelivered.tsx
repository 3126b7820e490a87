import { outbox } from "@reeve/operations/work/outbox";
import { MailCheck } from "lucide-react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import type english from "./texts/en.json";

/** Undelivered items, which can be retried. */
export function Undelivered() {
  const t = useTexts<typeof english>("settings");
  const { time } = useFormats();
  const query = useAsk(outbox.list, { limit: 200 });
  const retry = useChange(outbox.retry);
  const drop = useChange(outbox.drop);
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            icon={<MailCheck size={28} aria-hidden />}
            title={t("undeliveredNone")}
            hint={t("undeliveredNoneHint")}
          />
        ) : (
          <>
            <FailedLine error={retry.error ?? drop.error} />
            <Table
              label={t("undelivered")}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: t("content"), cell: ({ text }) => text },
                { title: t("kind"), cell: ({ kind }) => t(`kind_${kind}`) },
                { title: t("where"), cell: ({ chat }) => chat ?? "–" },
                { title: t("reason"), cell: ({ reason }) => reason ?? "–" },
                { title: t("when"), cell: ({ createdAt }) => time(createdAt) },
                {
                  title: t("change"),
                  cell: ({ id }) => (
                    <span className="inline">
                      <BusyButton onPress={() => retry.mutate({ id })}>{t("retry")}</BusyButton>
                      <BusyButton onPress={() => drop.mutate({ id })}>{t("drop")}</BusyButton>
                    </span>
                  ),
                },
              ]}
            />
          </>
        )
      }
    </QueryResult>
  );
}
