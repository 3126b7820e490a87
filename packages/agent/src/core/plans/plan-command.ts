import { plans } from "@reeve/operations/work/plans";
import { PLAN_ANSWERS } from "../../domains/change-plan.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import { texts } from "../../platform/texts.ts";
import { type ChatCommand, textReply, usageFault } from "../commands.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";
import { answerPlan, findFailedPlan, mayAnswer } from "./answer-plan.ts";
import { isWaitingForModel } from "./is-waiting-for-model.ts";
import { renderProgress } from "./render-plan.ts";

const USAGE = "/plan [continue|retry|skip|abort]";

/** `/plan`: how far the plans of this chat are, and how one goes on that failed. */
export function planCommand({
  wakeup,
  events,
  isPush,
  localeOf,
}: {
  readonly events: Pick<Events, "publish">;
  /** Rung when a step waits, and when something is to be told. */
  readonly wakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}): ChatCommand {
  return {
    name: "plan",
    usage: USAGE,
    access: "member",
    scope: plans.answer.scope,
    async answer(tx, { person, chat, argument, now, newId, language, afterCommit }) {
      const { states, none, noneAsks } = texts(language).plans;
      const open = await tx.plans.open(chat.id);
      const own = open.filter((plan) => mayAnswer(plan, person));
      if (argument === "") {
        const lines = await Promise.all(
          own.map(async (plan) => {
            const progress = renderProgress(plan, await isWaitingForModel(plan, tx));
            return `${plan.goal} (${states[plan.state]})\n${progress}`;
          }),
        );
        return textReply(lines.join("\n\n") || none);
      }
      const answer = PLAN_ANSWERS.find((one) => one === argument.toLowerCase());
      if (!answer) throw usageFault({ usage: USAGE }, language);
      const asking = await findFailedPlan(chat, person, tx);
      const plan = asking ?? (answer === "abort" ? own.at(-1) : undefined);
      if (!plan) return textReply(noneAsks);
      const said = { plan: plan.id, answer, by: person, holds: "open" } as const;
      const { facts } = await answerPlan(said, { tx, now, newId, isPush, localeOf });
      afterCommit(() => {
        events.publish(chat, facts);
        wakeup.notify();
      });
      // How the plan goes is told as such.
      return [];
    },
  };
}
