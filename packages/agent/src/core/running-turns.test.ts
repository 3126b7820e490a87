import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import { createRunningTurns } from "./running-turns.ts";

test("a turn that ends after the next one of its chat has begun leaves that one reachable", () => {
  const running = createRunningTurns();
  const chat = toId<"chat">("p1");
  const earlier = running.add(chat);
  using later = running.add(chat);
  earlier[Symbol.dispose]();
  running.abort(chat);
  expect(later.signal.aborted).toBe(true);
  expect(earlier.signal.aborted).toBe(false);
});
