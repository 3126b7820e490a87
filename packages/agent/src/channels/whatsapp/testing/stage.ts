import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../../../kernel/attempt.ts";
import {
  ACCESS_TOKEN,
  PHONE_NUMBER_ID,
  startWhatsAppGraph,
} from "../../../../test/kit/whatsapp/whatsapp-graph.ts";
import {
  APP_SECRET,
  newsOf,
  say,
  signCall,
  tap,
  VERIFY_TOKEN,
} from "../../../../test/kit/whatsapp/whatsapp-phone.ts";
import type { ChannelStage, Platform } from "../../kit/testing/stage.ts";
import { startFaultProxy } from "../../kit/testing/fault-proxy.ts";
import { isRecord } from "../../../kernel/text/json.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";

const ANN = "4915112345678";
const RETRY_MS = 50;

/** Each stage has a Graph API of its own. */
export async function openPlatform(): Promise<Platform> {
  return { openStage, async [Symbol.asyncDispose]() {} };
}

/** Opens a stage with a Graph API that calls the gateway until it is answered, as Meta does. */
async function openStage(): Promise<ChannelStage> {
  await using stack = new AsyncDisposableStack();
  const graph = stack.use(await startWhatsAppGraph());
  const over = new AbortController();
  stack.defer(() => over.abort());
  const proxy = stack.use(
    await startFaultProxy(
      graph.url,
      ({ path, body }) => path.endsWith("/messages") && isMessage(body),
    ),
  );
  let gateway: string | undefined;
  const call = async (news: unknown): Promise<void> => {
    const { body, signature } = signCall(news);
    while (!over.signal.aborted) {
      const answer =
        gateway === undefined
          ? undefined
          : await attempt(
              fetch(new URL("/hooks/whatsapp", gateway), {
                method: "POST",
                headers: { "x-hub-signature-256": signature },
                body,
              }),
            );
      if (answer?.status === "fulfilled" && answer.value.status === 200) return;
      await sleep(RETRY_MS);
    }
  };
  /** Reports each message as sent, soon after it was. */
  const report = async (): Promise<void> => {
    for (let count = 1; !over.signal.aborted; count += 1) {
      const message = (await graph.received(count, ANN))[count - 1];
      if (!message) continue;
      const { id, mark } = message;
      void call(newsOf({ statuses: [{ id, to: ANN, status: "sent", mark }] }));
    }
  };
  void report();
  let messages = 0;
  let last: unknown;
  const send = async (content: Readonly<Record<string, unknown>>) => {
    messages += 1;
    const id = `wamid.IN${messages}`;
    const at = Math.floor(Date.now() / 1000);
    last = newsOf({ messages: [{ id, from: ANN, at, content }] });
    await call(last);
    return id;
  };
  const held = stack.move();
  return {
    channels: {
      whatsapp: {
        phoneNumberId: PHONE_NUMBER_ID,
        accessToken: ACCESS_TOKEN,
        appSecret: APP_SECRET,
        verifyToken: VERIFY_TOKEN,
        owners: [`+${ANN}`],
        baseUrl: proxy.url,
      },
    },
    proxy,
    connect(url) {
      gateway = url;
    },
    say: (text) => send(say(text)),
    repeat: () => call(last),
    async sendFile(name, text) {
      const id = graph.keep({ mediaType: "text/plain", data: Buffer.from(text) }, proxy.url);
      const document = { id, filename: name, mime_type: "text/plain" };
      await send({ type: "document", document });
    },
    async press({ id }, answer) {
      const message = graph.sent.find((one) => one.id === id);
      const title = answer === "allow" ? "✅ Confirm" : "❌ Cancel";
      await send(tap(message?.buttons[title] ?? "", title));
    },
    shown: async () =>
      graph.sent.map(({ id, text, buttons, file }) => ({
        id,
        text,
        buttons: Object.keys(buttons),
        isFile: file !== undefined,
      })),
    textsIn: ({ body }) => {
      const value = parseJson(body.toString())?.value;
      const text = isRecord(value) && isRecord(value["text"]) ? value["text"]["body"] : undefined;
      return typeof text === "string" ? [text] : [];
    },
    refusals: {
      down: { type: "refuse", status: 500, body: { error: { code: 2, message: "down" } } },
      flood: { type: "refuse", status: 429, body: { error: { code: 130_429, message: "slow" } } },
    },
    limit: { measure: ({ length }) => length, max: 4096 },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Receipts and typing are sent to the same address. */
function isMessage(body: Buffer): boolean {
  return !body.toString().includes('"status":"read"');
}
