/**
 * Creates a gate that lets callers through in order, one in each turn of the event loop: however many go on at
 * once, sockets and timers are served between them.
 */
export function onePerTick(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const release = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(release);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(release);
    });
}
