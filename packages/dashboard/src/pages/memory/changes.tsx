import { changes } from "@reeve/operations/memory/changes";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import type english from "./texts/en.json";

/** The history of what changed, which can be undone one by one. */
export function Changes() {
  const t = useTexts<typeof english>("memory");
  const { time } = useFormats();
  const query = useAsk(changes.list, { limit: 100 });
  const undo = useChange(changes.undo);
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("changesNone")} hint={t("changesNoneHint")} />
        ) : (
          <>
            <FailedLine error={undo.error} />
            <Table
              label={t("changes")}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: t("what"), cell: ({ what }) => what },
                { title: t("when"), cell: ({ at }) => time(at) },
                {
                  title: t("undo"),
                  cell: ({ id, undoneAt }) =>
                    undoneAt === null ? (
                      <BusyButton
                        isPending={undo.isPending && undo.variables.change === id}
                        onPress={() => undo.mutate({ change: id })}
                      >
                        {t("undo")}
                      </BusyButton>
                    ) : (
                      t("undone", { when: time(undoneAt) })
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
