import { plans, PLAN_ANSWERS } from "@reeve/operations/work/plans";
import { CircleCheck, CircleDashed, CircleX, SkipForward } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useAsk, useChange } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

const STEP_ICONS = {
  pending: CircleDashed,
  done: CircleCheck,
  failed: CircleX,
  skipped: SkipForward,
} as const;

/** Plans with their progress. A failed one can be continued, retried, or ended. */
export function Plans() {
  const t = useTexts<typeof english>("automation");
  const query = useAsk(plans.list, { limit: 50 });
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("plansNone")} hint={t("plansNoneHint")} />
        ) : (
          <>
            {items.map((plan) => (
              <PlanCard key={plan.id} {...plan} />
            ))}
          </>
        )
      }
    </QueryResult>
  );
}

interface PlanCardProps {
  readonly id: string;
  readonly goal: string;
  readonly state: "running" | "waiting" | "failed" | "done" | "aborted";
  readonly reason?: string | undefined;
  readonly createdAt: number;
}

function PlanCard({ id, goal, state, reason, createdAt }: PlanCardProps) {
  const t = useTexts<typeof english>("automation");
  const { time } = useFormats();
  const isOver = state === "done" || state === "aborted";
  const [isOpen, setOpen] = useState(!isOver);
  const answer = useChange(plans.answer);
  const cancel = useChange(plans.cancel);
  return (
    <article className="card">
      <header className="card-head">
        <h2>{goal}</h2>
        <span className={`tag plan-${state}`}>{t(`plan_${state}`)}</span>
      </header>
      <p className="meta">{time(createdAt)}</p>
      {reason !== undefined && <p className="error">{reason}</p>}
      {isOpen && <Steps id={id} />}
      <FailedLine error={answer.error ?? cancel.error} />
      <div className="inline-form">
        {state === "failed" &&
          PLAN_ANSWERS.map((one) => (
            <BusyButton
              key={one}
              kind={one === "continue" ? "primary" : "plain"}
              isPending={answer.isPending && answer.variables.answer === one}
              onPress={() => answer.mutate({ id, answer: one })}
            >
              {t(`answer_${one}`)}
            </BusyButton>
          ))}
        {(state === "running" || state === "waiting") && (
          <BusyButton isPending={cancel.isPending} onPress={() => cancel.mutate({ id })}>
            {t("cancelPlan")}
          </BusyButton>
        )}
        <Button className="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? "hideSteps" : "showSteps")}
        </Button>
      </div>
    </article>
  );
}

function Steps({ id }: { readonly id: string }) {
  const t = useTexts<typeof english>("automation");
  const query = useAsk(plans.show, { id });
  return (
    <QueryResult query={query}>
      {({ steps }) => (
        <ol className="lines steps">
          {steps.map(({ description, state, attempts, output }) => {
            const Icon = STEP_ICONS[state];
            return (
              <li key={description} className={state}>
                <Icon size={16} aria-label={t(`step_${state}`)} />
                <span>
                  {description}
                  {attempts > 1 && ` · ${t("attempts", { count: attempts })}`}
                  {output !== "" && <span className="meta">{output}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </QueryResult>
  );
}
