import { MemoryStorage, TelegramClient, type TelegramClientOptions } from "@mtcute/node";
import { addPublicKey, NodeCryptoProvider } from "@mtcute/node/utils.js";
import type { TelegramServer } from "./telegram-server.ts";

/** Creates an mtcute client that only knows this server; the caller logs in and destroys it. */
export function connectTelegram(
  { mtproto }: Pick<TelegramServer, "mtproto">,
  options: Partial<TelegramClientOptions> = {},
): TelegramClient {
  const crypto = new NodeCryptoProvider();
  addPublicKey(crypto, mtproto.publicKey);
  const dc = { id: mtproto.dc, ipAddress: mtproto.host, port: mtproto.port };
  return new TelegramClient({
    apiId: 1,
    apiHash: "test",
    storage: new MemoryStorage(),
    crypto,
    defaultDcs: { main: dc, media: dc },
    logLevel: 0,
    ...options,
  });
}
