import { untilAborted } from "../../../kernel/wait.ts";
import type { Inbox } from "../../../core/inbox.ts";
import type { WebhookRoute } from "../../kit/webhook-route.ts";
import { createInOrder } from "../../../platform/serial-queue.ts";
import { createLanes } from "../../../platform/keyed-queue.ts";
import { outcomeText } from "../outgoing/to-contents.ts";
import { sendWindowTemplate } from "../outgoing/send-window-template.ts";
import { redeliverSoon, redeliverTo } from "../outgoing/redelivery.ts";
import type { SentMessages } from "../outgoing/sent-messages.ts";
import { handleStatus } from "../outgoing/handle-status.ts";
import { createUndelivered, type Undelivered } from "../outgoing/undelivered.ts";
import type { ServiceWindow } from "../service-window.ts";
import type { WhatsAppDeps } from "../channel.ts";
import type { CloudMessage, WebhookPayload } from "./read-webhook.ts";
import { toEnvelope } from "./to-envelope.ts";
import { createWhatsAppWebhook } from "./webhook.ts";
import { parseButtonData } from "../../kit/button-data.ts";
import { createIntake, type Intake } from "../../kit/intake.ts";
import type { ChannelState } from "../../kit/channel-state.ts";

export interface IncomingDeps extends WhatsAppDeps {
  readonly channel: string;
  readonly window: ServiceWindow;
  readonly sent: SentMessages;
}

/** Incoming webhooks of Meta. */
export interface Incoming {
  /** Takes in Meta's webhooks until `signal` aborts. */
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  readonly route: WebhookRoute;
}

export function createIncoming(deps: IncomingDeps): Incoming {
  let take: ((news: WebhookPayload) => Promise<void>) | undefined;
  return {
    async listen(inbox, signal) {
      await using session = openSession(deps, inbox, signal);
      await session.resume();
      take = (news) => session.take(news);
      await untilAborted(signal);
      take = undefined;
    },
    route: createWhatsAppWebhook({ ...deps, take: () => take }),
  };
}

/** Processes webhooks until the channel stops listening. */
function openSession(deps: IncomingDeps, inbox: Inbox, signal: AbortSignal) {
  const { client, config, state, window, log } = deps;
  const lanes = createLanes();
  const inOrder = createInOrder();
  const numbers = createPhoneNumbers(state);
  const undelivered = createUndelivered(state);
  const intake = createIntake({
    ...deps,
    inbox,
    signal,
    language: config.language,
    markRead: ({ id }) => client.markRead(id, { signal }),
    post: (to, text) => client.send({ to, content: { type: "text", text } }, signal),
    // The message of an approval cannot be edited: a line below it says that nothing was done.
    async close({ approval, externalId: to, denied: text }) {
      if (text === undefined) return;
      const content = async () => ({ type: "text", text: outcomeText(text) }) as const;
      await deps.sent.send({ key: `denied:${approval}`, to, content, signal });
    },
  });
  const beside: Intake["beside"] = (what, work) => intake.beside(what, work);

  const onLost = (to: string) =>
    beside("a line", async () => {
      const { notDelivered } = (await intake.textsFor(to)).delivery;
      intake.say(to, notDelivered, `lost:${to}`);
    });
  const redelivery = { ...deps, undelivered, lanes, onLost, signal };
  const onSoon = (one: Undelivered) => beside("redelivery", () => redeliverSoon(one, redelivery));
  const onOpen = (externalId: string) =>
    beside("redelivery", () => redeliverTo(externalId, redelivery));
  /** Takes in a person's message or button press; resolves once it is stored. */
  const takeMessage = async ({ message, name }: WebhookPayload["messages"][number]) => {
    const { id, from: externalId, interactive, context, group_id: group } = message;
    // Groups have no chat here: the reply would go to a direct chat.
    if (group !== undefined) return;
    const position = message.timestamp * 1000;
    await window.opened(externalId, position);
    // Messages that failed because the window was closed may be sent now.
    onOpen(externalId);
    const envelope = toEnvelope(message, { ...deps, language: config.language, name });
    const press = parseButtonData(interactive?.button_reply?.id ?? interactive?.list_reply?.id);
    if (!press) return intake.message(envelope);
    // A button press contains the id of the message with the button.
    return intake.press({ ...envelope, id, press, position, message: context?.id });
  };
  const statuses = {
    ...deps,
    undelivered,
    onSoon,
    onOpen,
    onHeld: (to: string) =>
      beside("a template", async () => {
        const { since } = await window.look(to);
        await sendWindowTemplate({ to, since }, deps, signal);
      }),
    onLost,
  };

  return {
    async take(news: WebhookPayload) {
      for (const { what, id, type } of news.unread)
        log.warn("failed to parse whatsapp webhook", { what, id, type });
      const sorted = await inOrder(async () => {
        const known: WebhookPayload["messages"][number][] = [];
        for (const { message, name } of news.messages)
          known.push({ message: { ...message, from: await numbers.find(message) }, name });
        return known;
      });
      const taken = sorted.map(({ message, name }) =>
        lanes.run(message.from, () => takeMessage({ message, name }), {
          position: message.timestamp,
        }),
      );
      const told = news.statuses.map((status) =>
        lanes.run(`status:${status.id}`, () => handleStatus(status, statuses)),
      );
      const all = await Promise.allSettled([...taken, ...told]);
      const failed = all.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    },
    async resume() {
      const all = await undelivered.list();
      for (const one of all) if (one.until === "soon") onSoon(one);
      const held = all.filter(({ until }) => until === "they-write");
      for (const externalId of new Set(held.map(({ to }) => to)))
        if ((await window.look(externalId)).state === "open") onOpen(externalId);
    },
    [Symbol.asyncDispose]: () => intake[Symbol.asyncDispose](),
  };
}

/** Phone numbers of people who hide theirs now. */
interface PhoneNumbers {
  /**
   * Returns the phone number of a message's sender, which is also the id of their chat: the one in
   * the message, or else the one in an earlier message. Returns their user id at Meta if no number
   * was ever sent.
   */
  find(message: Pick<CloudMessage, "from" | "user" | "type">): Promise<string>;
}

/** Calls for one sender must run one after the other. */
function createPhoneNumbers(memory: ChannelState): PhoneNumbers {
  return {
    async find({ from, user, type }) {
      if (user === undefined) return from;
      const key = `number:${user}`;
      const known = await memory.get(key);
      if (from === user) return known ?? user;
      // The notice of a changed number arrives from the old number, perhaps with a new id.
      if (known !== from && type !== "system") await memory.set(key, from, { isLasting: true });
      return from;
    },
  };
}
