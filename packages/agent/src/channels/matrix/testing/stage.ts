import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Homeserver,
  installSynapse,
  startHomeserver,
} from "../../../../test/kit/matrix/start-homeserver.ts";
import type { ChannelStage, Platform } from "../../kit/testing/stage.ts";
import { startFaultProxy } from "../../kit/testing/fault-proxy.ts";
import { textsInJson } from "../../kit/testing/texts-in-json.ts";

let stages = 0;

/** Installs and starts a homeserver. */
export async function openPlatform(): Promise<Platform> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-synapse-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const server = stack.use(await startHomeserver(await installSynapse(folder)));
  const held = stack.move();
  return {
    openStage: () => openStage(server),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function openStage(server: Homeserver): Promise<ChannelStage> {
  stages += 1;
  const reeve = await server.addPerson(`suite-reeve${stages}`);
  const ann = await server.addPerson(`suite-ann${stages}`);
  const proxy = await startFaultProxy(server.url, (call) =>
    call.path.includes("/send/m.room.message/"),
  );
  let room: string | undefined;
  const direct = async () => {
    if (room !== undefined) return room;
    room = await ann.createRoom({ invite: [reeve.id], isDirect: true });
    await ann.joined(room, 2);
    return room;
  };
  return {
    channels: {
      matrix: { homeserver: proxy.url, accessToken: reeve.token, owners: [ann.id] },
    },
    proxy,
    say: async (text) => ann.say(await direct(), text),
    async edit(id, text) {
      await ann.say(await direct(), {
        msgtype: "m.text",
        body: `* ${text}`,
        "m.new_content": { msgtype: "m.text", body: text },
        "m.relates_to": { rel_type: "m.replace", event_id: id },
      });
    },
    async sendFile(name, text) {
      const url = await ann.upload(Buffer.from(text), "text/plain");
      const info = { mimetype: "text/plain", size: text.length };
      await ann.say(await direct(), { msgtype: "m.file", body: name, filename: name, url, info });
    },
    async press({ id }, answer) {
      await ann.react(await direct(), id, answer === "allow" ? "✅" : "❌");
    },
    async shown() {
      const all = await ann.shown(await direct());
      return all
        .filter(({ from }) => from === reeve.id)
        .map(({ id, text, reactions, isFile }) => ({ id, text, buttons: reactions, isFile }));
    },
    textsIn: ({ body }) => textsInJson(body, ["body"]),
    refusals: {
      down: { type: "refuse", status: 502, body: { errcode: "M_UNKNOWN", error: "down" } },
      flood: {
        type: "refuse",
        status: 429,
        body: { errcode: "M_LIMIT_EXCEEDED", error: "Too many", retry_after_ms: 200 },
      },
    },
    limit: { measure: (text) => Buffer.byteLength(text), max: 60_000 },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}
