import type { OpenTurn } from "../../open-turn.ts";

/** Under which a turn's thought number `n` is in the ledger. */
export function reservationId({ id }: Pick<OpenTurn, "id">, n: number): string {
  return `think:${id}:${n}`;
}
