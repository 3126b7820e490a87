import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { WhatsAppError } from "../api.ts";
import { silentLog } from "../../../platform/log.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createServiceWindow } from "../service-window.ts";
import { createPush } from "./push.ts";
import { attempt } from "../../../kernel/attempt.ts";

const NOW = 1_700_000_000_000;
const { signal } = new AbortController();

/** Sends into a window that Meta holds for closed; meanwhile something happens. */
async function sendRefused(meanwhile: (opened: (at: number) => Promise<void>) => Promise<void>) {
  const window = createServiceWindow(memoryIn(new Map()), { now: () => NOW });
  await window.opened("49", NOW - 3_600_000);
  const push = createPush({
    window,
    config: {},
    client: { upload: async () => "f1", markRead: async () => {} },
    sent: {
      async send() {
        await meanwhile((at) => window.opened("49", at));
        const cause = new WhatsAppError(400, { code: 131_047, text: "too late" });
        throw new Fault("conflict", "too late", { cause });
      },
    },
    readFile: async () => Buffer.of(),
    log: silentLog,
    pause: async () => {},
  });
  const part = { type: "text", text: "Two." } as const;
  const address = { channel: "whatsapp", externalId: "49", kind: "direct" } as const;
  const done = await attempt(push.deliver(address, part, { clientId: "c1", signal }));
  return { reason: done.status === "rejected" ? done.reason : done.value, window };
}

test("what Meta refuses because a person was silent for too long waits for them", async () => {
  const { reason, window } = await sendRefused(async () => {});
  expect(reason).toMatchObject({ code: "conflict" });
  expect((await window.look("49")).state).toBe("closed");
});

test("whoever writes while something is refused to them is not taken for silent", async () => {
  const { reason, window } = await sendRefused((opened) => opened(NOW));
  expect(reason).toMatchObject({ code: "unavailable", message: "+49 has just written." });
  expect((await window.look("49")).state).toBe("open");
});
