import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { WhatsAppError, type WhatsAppMessage } from "../api.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createSentMessages } from "./sent-messages.ts";
import { attempt } from "../../../kernel/attempt.ts";

type Outcome = "taken" | "lost" | "too fast";

/** Messages of one key by a client whose calls end one after the other as said. */
function sendingTo(outcomes: readonly Outcome[]) {
  const calls: (string | undefined)[] = [];
  const pauses: number[] = [];
  const kept = new Map<string, string>();
  const during: (() => Promise<unknown>)[] = [];
  const client = {
    async send({ mark }: WhatsAppMessage) {
      calls.push(mark);
      await during.shift()?.();
      const outcome = outcomes[calls.length - 1];
      if (outcome === "taken") return `m${calls.length}`;
      if (outcome === "lost") throw new Fault("unavailable", "the connection broke");
      const cause = new WhatsAppError(400, { code: 131_056, text: "too fast" });
      throw new Fault("exhausted", "too fast", { cause });
    },
  };
  const sent = createSentMessages({
    client,
    state: memoryIn(kept),
    pause: async (ms) => void pauses.push(ms),
  });
  const { signal } = new AbortController();
  const content = { type: "text", text: "One." } as const;
  const send = async (make = async () => content) => {
    const done = await attempt(sent.send({ key: "k", to: "49", content: make, signal }));
    return done?.status === "fulfilled" ? done.value : String(done?.reason);
  };
  const again = async (mark: string) => {
    const done = await attempt(sent.again(mark, signal));
    return done?.status === "fulfilled" ? "done" : String(done?.reason);
  };
  return { calls, pauses, kept, during, sent, content, send, again };
}

test("a try that may have left is waited for, though the one after it was refused", async () => {
  const { calls, pauses, sent, send } = sendingTo(["lost", "too fast", "taken"]);
  expect(await send()).toBe("Fault: the connection broke");
  expect(await send()).toBe("Fault: too fast");
  await sent.record({ mark: "k", message: "m1", state: "delivered" });
  expect(await send()).toBe("m1");
  expect(calls).toEqual(["k", "k"]);
  expect(pauses).toEqual([10_000]);
});

test("of a message that was only refused nothing is kept, and nobody waits for it", async () => {
  const { kept, pauses, send } = sendingTo(["too fast", "taken"]);
  expect(await send()).toBe("Fault: too fast");
  expect([...kept]).toEqual([]);
  expect(await send()).toBe("m2");
  expect(pauses).toEqual([]);
});

test("where the status of an earlier try comes while the next is refused, it has left", async () => {
  const { during, sent, send } = sendingTo(["lost", "too fast"]);
  await send();
  during.push(() => sent.record({ mark: "k", message: "m1", state: "sent" }));
  expect(await send()).toBe("m1");
});

test("where the status of an earlier try comes while its file goes up, it is not sent again", async () => {
  const { calls, content, sent, send } = sendingTo(["lost", "taken"]);
  await send();
  const upload = async () => {
    await sent.record({ mark: "k", message: "m1", state: "sent" });
    return content;
  };
  expect(await send(upload)).toBe("m1");
  expect(calls).toEqual(["k"]);
});

test("a message sent anew that may have left is waited for, though the try after it was refused", async () => {
  const { calls, pauses, sent, send, again } = sendingTo(["taken", "lost", "too fast", "taken"]);
  await send();
  await sent.record({ mark: "k", message: "m1", state: "failed" });
  expect(await again("k")).toBe("Fault: the connection broke");
  expect(await again("k")).toBe("Fault: too fast");
  await sent.record({ mark: "k~1", message: "m2", state: "delivered" });
  expect(await again("k")).toBe("done");
  expect(calls).toEqual(["k", "k~1", "k~1"]);
  expect(pauses).toEqual([10_000]);
});

test("whoever asks for a message while it is being sent gets the same one", async () => {
  const { calls, pauses, send } = sendingTo(["taken", "taken"]);
  expect(await Promise.all([send(), send()])).toEqual(["m1", "m1"]);
  expect(calls).toEqual(["k"]);
  expect(pauses).toEqual([]);
});

test("a failure is news until what follows from it is done, and not after", async () => {
  const { kept, sent, send } = sendingTo(["taken"]);
  await send();
  const failed = { mark: "k", message: "m1", state: "failed" } as const;
  const news = expect.objectContaining({
    state: "failed",
    content: { type: "text", text: "One." },
  });
  expect([await sent.record(failed), await sent.record(failed)]).toEqual([news, news]);
  await sent.abandon("k");
  expect(await sent.record(failed)).toBeUndefined();
  expect([...kept.values()].join("\n")).not.toContain("One.");
});

test("a failure of what was known as sent is news once", async () => {
  const { sent, send } = sendingTo(["taken"]);
  await send();
  await sent.record({ mark: "k", message: "m1", state: "sent" });
  const failed = { mark: "k", message: "m1", state: "failed" } as const;
  expect(await sent.record(failed)).toEqual({ to: "49", tries: 0, message: "m1", state: "failed" });
  await sent.abandon("k");
  expect(await sent.record(failed)).toBeUndefined();
});
