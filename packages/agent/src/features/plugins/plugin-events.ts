import { Fault } from "@reeve/sdk";
import type { PluginInbox, PluginPress, PluginReceipt, PressReceipt } from "../../core/inbox.ts";
import { attempt } from "../../kernel/attempt.ts";
import { createWakeup, notifyAll } from "../../kernel/wakeup.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import { createRateLimit } from "../../platform/rate-limit.ts";
import type { PluginEvent } from "../../store/items/plugin-events.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { Upkeep } from "../../work/run-work.ts";
import { type PlainWork, withRetries } from "../../work/with-retries.ts";
import type { Invoices } from "./invoices.ts";
import type { Keyboards } from "./keyboards.ts";

export interface PluginEventDeps extends Kernel {
  readonly keyboards: Pick<Keyboards, "find">;
  readonly invoices: Pick<Invoices, "find">;
  /** Returns whether a plugin is installed and may run. */
  readonly mayRun: (plugin: string) => Promise<boolean>;
  /** Has a plugin handle an event. Throws a fault if it cannot. */
  readonly deliver: (event: PluginEvent, signal: AbortSignal) => Promise<string | undefined>;
}

/** Events for plugins: they are stored first, and handled until the plugin has succeeded. */
export interface PluginEvents extends PluginInbox {
  readonly upkeep: Upkeep;
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Presses of one person. */
const MAX_PRESSES = { max: 20, withinMs: 10 * SECOND };
/** Events of a plugin that wait. */
const MAX_WAITING = 500;
/** Age from which handled presses are removed; no platform repeats one after so long. */
const RETENTION_MS = 30 * DAY;

export function createPluginEvents(deps: PluginEventDeps): PluginEvents {
  const { store, clock, deliver } = deps;
  const wakeups = { press: createWakeup(), payment: createWakeup() };
  const lanes = createLanes();
  const rate = createRateLimit({ ...MAX_PRESSES, clock });
  const presses = new Map<string, RunningPress>();
  let prunedAt = 0;

  const answered = (id: string, answer: string | undefined) => {
    presses.get(id)?.answer.resolve(answer);
    presses.delete(id);
  };
  const work = (kind: PluginEvent["kind"], skip: Pick<PlainWork<PluginEvent>, "skip"> = {}) =>
    withRetries<PluginEvent>(
      {
        name: kind,
        wakeup: wakeups[kind],
        list: ({ limit }) => store.read.pluginEvents.waiting(kind, limit),
        async run(event, signal) {
          // A plugin handles them in their order.
          const answer = await lanes.run(event.plugin, () => deliver(event, signal));
          await store.commit("event-delivered", (tx) => tx.pluginEvents.setState(event.id, "done"));
          answered(event.id, answer);
        },
        ...skip,
      },
      deps,
    );

  return {
    async press(press) {
      const id = idOf(press);
      const running = presses.get(id);
      if (running) {
        await running.stored;
        return { outcome: "stored", answer: running.answer.promise };
      }
      // The plugin may have removed the button by now.
      if (await store.read.pluginEvents.byId(id)) return STORED;
      const event = await toEvent(press, deps);
      if (!event) return { outcome: "expired" };
      const waiting = await store.read.pluginEvents.countWaiting(event.plugin);
      if (waiting >= MAX_WAITING || !rate.take(event.person)) return { outcome: "too-many" };
      const now = clock.now();
      const stored = store.commit("accept", async (tx) => {
        await tx.pluginEvents.add(event);
        if (now - prunedAt > DAY) await tx.pluginEvents.prune(now - RETENTION_MS);
      });
      const answer = Promise.withResolvers<string | undefined>();
      presses.set(id, { answer, stored });
      const { status } = await attempt(stored);
      if (status === "rejected") presses.delete(id);
      await stored;
      if (now - prunedAt > DAY) prunedAt = now;
      wakeups.press.notify();
      return { outcome: "stored", answer: answer.promise };
    },
    async mayPay({ invoice, stars }) {
      const found = await deps.invoices.find(invoice);
      if (!found || found.expiresAt <= clock.now() || BigInt(found.stars) !== stars) return false;
      return deps.mayRun(found.plugin);
    },
    async pay(receipt) {
      const event = await toPayment(receipt, deps);
      await store.commit("accept", (tx) => tx.pluginEvents.add(event));
      wakeups.payment.notify();
    },
    upkeep: {
      wakeup: notifyAll(wakeups.press, wakeups.payment),
      run: async (run) => {
        const ofPresses = work("press", {
          async skip(tx, { id }) {
            await tx.pluginEvents.setState(id, "failed");
            answered(id, undefined);
          },
        });
        await Promise.all([run(ofPresses), run(work("payment"))]);
      },
    },
  };
}

/** A press that is not handled yet. */
interface RunningPress {
  readonly answer: PromiseWithResolvers<string | undefined>;
  /** Resolves once it is stored. */
  readonly stored: Promise<void>;
}

const STORED: PressReceipt = { outcome: "stored", answer: Promise.resolve(undefined) };

function idOf({ id, address }: Pick<PluginPress, "id" | "address">): string {
  return `press:${address.channel}:${id}`;
}

/** Returns the event of a press; undefined if the button has expired, or belongs to another chat. */
async function toEvent(
  { keyboard: name, button, by, address, ...press }: PluginPress,
  { store, clock, keyboards }: PluginEventDeps,
): Promise<PluginEvent | undefined> {
  const found = await keyboards.find(name, button);
  if (!found) return undefined;
  const { keyboard, data } = found;
  const chat = await store.read.chats.byId(keyboard.chat);
  const isHere = chat?.channel === address.channel && chat.externalId === address.externalId;
  const now = clock.now();
  if (!isHere || keyboard.expiresAt <= now) return undefined;
  return {
    id: idOf({ ...press, address }),
    tenant: by.tenant,
    plugin: keyboard.plugin,
    kind: "press",
    chat: chat.id,
    person: by.id,
    body: { data, key: keyboard.key },
    state: "waiting",
    createdAt: now,
  };
}

/** Returns the event of a payment, whose body is what `messages.refund` needs, too. */
async function toPayment(
  { channel, charge, account, invoice: payload, stars, by }: PluginReceipt,
  { clock, invoices }: PluginEventDeps,
): Promise<PluginEvent> {
  const invoice = await invoices.find(payload);
  if (!invoice)
    throw new Fault("missing", `No plugin has sent the invoice ${payload}, which was paid.`, {
      hint: `Pay it back: the charge on ${channel} is ${charge}.`,
    });
  const { plugin, chat, key } = invoice;
  return {
    id: `payment:${channel}:${charge}`,
    tenant: by.tenant,
    plugin,
    kind: "payment",
    chat,
    person: by.id,
    body: { channel, charge, account, stars: String(stars), payload: invoice.payload, key },
    state: "waiting",
    createdAt: clock.now(),
  };
}
