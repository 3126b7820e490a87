import type { Clock } from "../../kernel/clock.ts";
import type { Emitter } from "../../kernel/emitter.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { hasScope } from "../../kernel/token-scope.ts";
import type { Access, Admitted } from "../access.ts";

export interface WatchDeps extends Pick<Access, "again"> {
  readonly changed: Emitter;
  readonly clock: Clock;
}

/** The longest time that a timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Watches those who were let in. It looks again when one begins to be watched, since much may
 * have happened since they were let in, when the rows change, and when their time is over.
 */
export function createWatch({ again, changed, clock }: WatchDeps): Access["watch"] {
  const watched = new Map<string, Set<Watcher>>();

  const look = async (key: string) => {
    const [first] = watched.get(key) ?? [];
    if (!first) return;
    // A person who cannot be looked up has no access either.
    const now = await again(first.admitted).catch(() => undefined);
    for (const watcher of watched.get(key) ?? [])
      if (!now || isLess(now, watcher.admitted)) watcher.end();
  };
  changed.subscribe(() => {
    for (const key of watched.keys()) void look(key);
  });

  return (admitted, onLess) => {
    const key = `${admitted.via} ${admitted.id}`;
    const watchers = watched.get(key) ?? new Set<Watcher>();
    watched.set(key, watchers);
    const over = wakeAt(admitted.expiresAt, { clock, onOver: () => void look(key) });
    const leave = () => {
      over[Symbol.dispose]();
      watchers.delete(watcher);
      if (watchers.size === 0 && watched.get(key) === watchers) watched.delete(key);
    };
    const watcher: Watcher = {
      admitted,
      end() {
        leave();
        onLess();
      },
    };
    watchers.add(watcher);
    void look(key);
    return { [Symbol.dispose]: leave };
  };
}

interface Watcher {
  readonly admitted: Admitted;
  end(): void;
}

function isLess(now: Admitted, before: Admitted): boolean {
  return (
    now.person.id !== before.person.id ||
    !isAtLeast(now.person.role, before.person.role) ||
    !before.scopes.every((scope) => hasScope(now.scopes, scope))
  );
}

/** Nothing for who has no end. A clock may be set back meanwhile: then it waits on. */
function wakeAt(
  at: number | null,
  { clock, onOver }: { readonly clock: Clock; readonly onOver: () => void },
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const wait = (end: number) => {
    const rest = end - clock.now();
    const next = rest > 0 ? () => wait(end) : onOver;
    timer = setTimeout(next, Math.min(Math.max(rest, 0), MAX_TIMER_MS)).unref();
  };
  if (at !== null) wait(at);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
