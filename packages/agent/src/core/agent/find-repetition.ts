import type { Step } from "../../store/turns/turns.ts";

const LIMIT = 3;

interface RequestedCall {
  readonly name: string;
  readonly argsHash: string;
}

/**
 * The first of `asked` that would run for the third time with the same
 * arguments in one turn: the model is going round in circles.
 */
export function findRepetition<Call extends RequestedCall>(
  steps: readonly Step[],
  asked: readonly Call[],
): Call | undefined {
  const before = steps.flatMap(({ calls }) =>
    calls.map(({ tool, argsHash }) => `${tool} ${argsHash}`),
  );
  const soFar = new Map<string, number>();
  for (const key of before) soFar.set(key, (soFar.get(key) ?? 0) + 1);
  return asked.find(({ name, argsHash }) => {
    const key = `${name} ${argsHash}`;
    const times = (soFar.get(key) ?? 0) + 1;
    soFar.set(key, times);
    return times >= LIMIT;
  });
}
