import { type ShownTool, tools } from "@reeve/operations/agent/tools";
import { approvals } from "@reeve/operations/work/approvals";
import { schedules } from "@reeve/operations/work/schedules";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";
import { hrefOf } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SchemaForm, type Values } from "../../ui/schema-form.tsx";
import { FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

type TryToolProps = Pick<ShownTool, "name" | "params">;

/** Calls a tool once, with the same checks and approvals as any other call. */
export function TryTool({ name, params }: TryToolProps) {
  const t = useTexts<typeof english>("settings");
  const [values, setValues] = useState<Values>({});
  const call = useChange(tools.try, { chat: "main" });
  function submit(event: FormEvent) {
    event.preventDefault();
    call.mutate({ name, params: values });
  }
  return (
    <Form className="fields try-tool" onSubmit={submit}>
      <h3>{t("try")}</h3>
      <p className="hint">{t("tryHint")}</p>
      {params && <SchemaForm schema={params} values={values} onChange={setValues} />}
      <BusyButton isPending={call.isPending}>{t("tryCall")}</BusyButton>
      <FailedLine error={call.error} />
      {call.isSuccess && <Outcome job={call.data.job} tool={name} />}
    </Form>
  );
}

/** The result of the call, once there is one. */
function Outcome({ job, tool }: { readonly job: string; readonly tool: string }) {
  const t = useTexts<typeof english>("settings");
  const { data, error } = useAsk(schedules.show, { id: job });
  const waiting = useAsk(approvals.list, { state: "pending" });
  const run = data?.runs[0];
  const isOver = run !== undefined && run.state !== "claimed" && run.state !== "queued";
  if (error) return <FailedLine error={error} />;
  if (isOver)
    return (
      <div role="status">
        <p>{t(run.state === "done" ? "tryDone" : "tryFailed")}</p>
        {run.result !== null && <pre tabIndex={0}>{run.result}</pre>}
      </div>
    );
  const isAsked = waiting.data?.items.some((one) => one.tool === tool);
  return (
    <p role="status">
      <Poll job={job} />
      {t("tryRuns")}{" "}
      {isAsked && <a href={hrefOf("/approvals", { tab: "waiting" })}>{t("tryWaits")}</a>}
    </p>
  );
}

/** A run's end is no event of a chat: while it runs, it is asked for. */
function Poll({ job }: { readonly job: string }) {
  useAsk(schedules.show, { id: job }, { every: POLL_MS });
  return null;
}

const POLL_MS = 1000;
