/** Runs a call beside others, or alone: after all that began before it, and before all that follow. */
export type InCallOrder = <Result>(
  isAlone: boolean,
  call: () => Promise<Result>,
) => Promise<Result>;

/**
 * Returns the order of the calls of one connection. What a server asks during a call names no call, so a call whose
 * person has answered something in advance, or pays for something, runs alone.
 */
export function createCallOrder(): InCallOrder {
  const running = new Set<Promise<unknown>>();
  let lastAlone: Promise<unknown> = Promise.resolve();
  return (isAlone, call) => {
    const before = isAlone ? Promise.all(running) : lastAlone;
    const result = before.then(call);
    const ended = result.then(ignore, ignore);
    running.add(ended);
    void ended.then(() => running.delete(ended));
    if (isAlone) lastAlone = ended;
    return result;
  };
}

function ignore(): void {}
