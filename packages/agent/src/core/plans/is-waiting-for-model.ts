import type { Plan } from "../../store/turns/plans.ts";
import type { Repositories } from "../../store/store.ts";
import { planStepOf } from "./plan-step-of.ts";

/** Checks whether the present step of a plan waits for its model. */
export async function isWaitingForModel(
  { id, state, chat, at }: Plan,
  read: Pick<Repositories, "turns" | "modelWaits" | "inbox">,
): Promise<boolean> {
  if (state !== "running") return false;
  const turn = await read.turns.running(chat);
  if (!turn || !(await read.modelWaits.of(turn.id))) return false;
  const opener = await read.inbox.byId(turn.openedBy);
  const of = opener && planStepOf(opener.body);
  return of?.plan === id && of.step === at;
}
