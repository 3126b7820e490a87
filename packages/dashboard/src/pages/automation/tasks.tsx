import { tasks } from "@reeve/operations/work/tasks";
import { useState } from "react";
import { Checkbox } from "react-aria-components";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** The person's to-do list. */
export function Tasks() {
  const t = useTexts<typeof english>("automation");
  const query = useAsk(tasks.list, { limit: 200 });
  const [title, setTitle] = useState("");
  const [due, setDue] = useState("");
  const create = useChange(tasks.create);
  const update = useChange(tasks.update);
  const remove = useChange(tasks.delete);
  return (
    <>
      <form
        className="card new-item"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { title, ...(due !== "" && { due }) },
            {
              onSuccess: () => {
                setTitle("");
                setDue("");
              },
            },
          );
        }}
      >
        <TextInput label={t("taskTitle")} value={title} onChange={setTitle} isRequired />
        <TextInput
          label={t("taskDue")}
          value={due}
          onChange={setDue}
          placeholder={t("example_due")}
        />
        <BusyButton kind="primary" isPending={create.isPending}>
          {t("addTask")}
        </BusyButton>
        <FailedLine error={create.error} />
      </form>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("tasksNone")} hint={t("tasksNoneHint")} />
          ) : (
            <ul className="card list hits tasks">
              {items.map((task) => (
                <li key={task.id} className={task.status}>
                  <Checkbox
                    className="checkbox"
                    isSelected={task.status === "done"}
                    onChange={(isDone) =>
                      update.mutate({ id: task.id, status: isDone ? "done" : "todo" })
                    }
                  >
                    <span className="box" aria-hidden="true" />
                    <span>{task.title}</span>
                  </Checkbox>
                  <p className="meta">
                    {[
                      task.due?.text,
                      task.project,
                      task.priority !== "normal" && t(`priority_${task.priority}`),
                      task.notes,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  <BusyButton kind="quiet" onPress={() => remove.mutate({ id: task.id })}>
                    {t("delete")}
                  </BusyButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}
