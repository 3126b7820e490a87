import { type Schedule, schedules } from "@reeve/operations/work/schedules";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useField } from "../../data/address.ts";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useNow } from "../../data/now.ts";
import { useI18n, useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { SelectInput, TextInput } from "../../ui/fields.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

/** Jobs that run at a time, as a list or by day. */
export function Schedules() {
  const t = useTexts<typeof english>("automation");
  const isAdmin = useIsAtLeast("admin");
  const [view, setView] = useField("view", "list");
  const query = useAsk(schedules.list, { limit: 200, all: isAdmin });
  return (
    <>
      <NewSchedule />
      <div className="tools">
        <SelectInput
          isBare
          label={t("view")}
          value={view}
          onChange={setView}
          choices={[
            { id: "list", text: t("list") },
            { id: "calendar", text: t("calendar") },
          ]}
        />
      </div>
      <QueryResult query={query}>
        {({ items }) => {
          if (items.length === 0) return <Empty title={t("jobsNone")} hint={t("jobsNoneHint")} />;
          return view === "calendar" ? <Calendar jobs={items} /> : <Jobs jobs={items} />;
        }}
      </QueryResult>
    </>
  );
}

function Jobs({ jobs }: { readonly jobs: readonly Schedule[] }) {
  return (
    <ul className="card list hits">
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
  );
}

function Job({ job: { id, text, when, next, lastRun } }: { readonly job: Schedule }) {
  const t = useTexts<typeof english>("automation");
  const [isOpen, setOpen] = useState(false);
  const run = useChange(schedules.run);
  const cancel = useChange(schedules.cancel);
  return (
    <li>
      <p>{text}</p>
      <p className="meta">
        {[
          when,
          next && t("next", { when: next.text }),
          lastRun &&
            t(`run_${isMissed(lastRun.state) ? "missed" : "last"}`, { when: lastRun.at.text }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className="inline-form">
        <BusyButton kind="quiet" isPending={run.isPending} onPress={() => run.mutate({ id })}>
          {t("runNow")}
        </BusyButton>
        <BusyButton kind="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate({ id })}>
          {t("cancelJob")}
        </BusyButton>
        <Button className="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t("runs")}
        </Button>
      </div>
      <FailedLine error={run.error ?? cancel.error} />
      {isOpen && <Runs id={id} />}
    </li>
  );
}

function isMissed(state: string): boolean {
  return state === "skipped" || state === "late";
}

function Runs({ id }: { readonly id: string }) {
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const query = useAsk(schedules.show, { id });
  return (
    <QueryResult query={query}>
      {({ runs }) =>
        runs.length === 0 ? (
          <p className="meta">{t("runsNone")}</p>
        ) : (
          <ul className="lines runs">
            {runs.map(({ instant, state, result }) => (
              <li key={instant}>
                <span>{time(instant)}</span>
                <span className="meta">{t(`runState_${state}`)}</span>
                {result !== null && <span className="meta">{result}</span>}
              </li>
            ))}
          </ul>
        )
      }
    </QueryResult>
  );
}

const DAY_MS = 86_400_000;
const DAYS = 28;

/** The next four weeks, a cell for each day. */
function Calendar({ jobs }: { readonly jobs: readonly Schedule[] }) {
  const { language } = useI18n();
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const today = new Date(new Date(useNow()).toDateString()).getTime();
  const day = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  return (
    <ol className="calendar" aria-label={t("calendar")}>
      {Array.from({ length: DAYS }, (_, index) => {
        const date = new Date(today + index * DAY_MS);
        const due = jobs.filter(
          ({ next }) => next && new Date(next.at).toDateString() === date.toDateString(),
        );
        return (
          <li key={index} className={due.length > 0 ? "busy" : ""}>
            <time dateTime={date.toISOString().slice(0, 10)}>{day.format(date)}</time>
            {due.map(({ id, text, next }) => (
              <p key={id}>
                <span className="meta">{next && time(next.at)}</span> {text}
              </p>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

const KINDS = ["every", "at", "cron"] as const;

function NewSchedule() {
  const t = useTexts<typeof english>("automation");
  const isAdmin = useIsAtLeast("admin");
  const [text, setText] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("every");
  const [when, setWhen] = useState("");
  const create = useChange(schedules.create, { chat: "own" });
  if (!isAdmin) return null;
  return (
    <form
      className="card new-item"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(
          { text, [kind]: when },
          {
            onSuccess: () => {
              setText("");
              setWhen("");
            },
          },
        );
      }}
    >
      <TextInput label={t("jobText")} value={text} onChange={setText} isRequired />
      <SelectInput
        label={t("jobKind")}
        value={kind}
        onChange={(next) => setKind(KINDS.find((one) => one === next) ?? "every")}
        choices={KINDS.map((id) => ({ id, text: t(`kind_${id}`) }))}
      />
      <TextInput
        label={t("jobWhen")}
        value={when}
        onChange={setWhen}
        placeholder={t(`example_${kind}`)}
        isRequired
      />
      <BusyButton kind="primary" isPending={create.isPending}>
        {t("addJob")}
      </BusyButton>
      <FailedLine error={create.error} />
    </form>
  );
}
