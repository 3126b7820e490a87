import { expect, test } from "vitest";
import { memoryIn } from "../../testing/channel-state.ts";
import { createLanes } from "../../../platform/keyed-queue.ts";
import { redeliverSoon } from "./redelivery.ts";
import { createSentMessages } from "./sent-messages.ts";
import { formatRecord } from "./sent-record.ts";
import { createUndelivered } from "./undelivered.ts";

test("a message that is tried anew in vain is given up, and what it said is not kept", async () => {
  const content = { type: "text", text: "One." } as const;
  const failed = { to: "49", state: "failed", tries: 0, message: "m1" } as const;
  const kept = new Map([["sent:k", formatRecord({ ...failed, content })]]);
  const memory = memoryIn(kept);
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const client = { send: () => Promise.reject(new Error("no network")) };
  const undelivered = createUndelivered(memory);
  const one = { mark: "k", to: "49", until: "soon" } as const;
  await undelivered.add(one);
  const lost: string[] = [];
  await redeliverSoon(one, {
    sent: createSentMessages({ client, state: memory, pause }),
    undelivered,
    lanes: createLanes(),
    pause,
    log: { warn() {} },
    onLost: (externalId) => void lost.push(externalId),
    signal: new AbortController().signal,
  });
  expect(lost).toEqual(["49"]);
  expect(await undelivered.list()).toEqual([]);
  expect([...kept.values()].join("\n")).not.toContain("One.");
});
