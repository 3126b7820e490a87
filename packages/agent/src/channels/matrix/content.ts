import { formatMatrix, formatPlain, type MatrixText } from "chat-markdown/matrix";
import { parseChatAddress } from "../kit/chat-address.ts";
import type { KeyedPlatform, Posting } from "../kit/delivery/keyed-platform.ts";
import { isRefusal } from "../kit/platform-api.ts";
import type { MatrixClient } from "./client.ts";
import type { Rooms } from "./rooms.ts";

/** Content of an `m.room.message` event. */
interface Content {
  readonly msgtype: string;
  readonly body: string;
  readonly [field: string]: unknown;
}

const NO_PREVIEWS = { "com.beeper.linkpreviews": [], "m.mentions": {} };

/** Creates what the kit needs to send messages. */
export function createPlatform(client: MatrixClient, rooms: Rooms): KeyedPlatform<Content> {
  const send = (type: string, content: object, { externalId, key, signal }: Posting) =>
    client.send({ room: parseChatAddress(externalId).chat, type, content, key }, signal);
  return {
    isRefusal,
    markdown: (text) => formatMatrix(text).map(toContent),
    plain: (text) => formatPlain(text).map(toContent),
    async file({ name, mediaType, data, text }, signal) {
      const url = await client.upload({ name, mediaType, data }, signal);
      const [, kind = "file"] = /^(image|video|audio)\//.exec(mediaType) ?? [];
      return {
        msgtype: `m.${kind}`,
        body: text === "" ? name : text,
        filename: name,
        url,
        info: { mimetype: mediaType, size: data.byteLength },
        ...(mediaType === "audio/ogg" && { "org.matrix.msc3245.voice": {} }),
        ...NO_PREVIEWS,
      };
    },
    post: (content, posting) => send("m.room.message", related(content, posting), posting),
    reactions: {
      add: (message, key, posting) =>
        send("m.reaction", relation({ rel_type: "m.annotation", event_id: message, key }), posting),
      remove: (event, { externalId, key, signal }) =>
        client.redact({ room: parseChatAddress(externalId).chat, event, key }, signal),
    },
    kindOf: async (id, signal) => (await rooms.find(parseChatAddress(id).chat, signal)).kind,
  };
}

function toContent({ body, html }: MatrixText): Content {
  const format = "org.matrix.custom.html";
  return { msgtype: "m.text", body, format, formatted_body: html, ...NO_PREVIEWS };
}

/** Adds which message a content changes or answers, or its thread. */
function related(content: Content, { externalId, edits, replyTo }: Posting): object {
  if (edits !== undefined)
    return {
      ...content,
      body: `* ${content.body}`,
      "m.new_content": content,
      ...relation({ rel_type: "m.replace", event_id: edits }),
    };
  const { topic } = parseChatAddress(externalId);
  const reply = replyTo !== undefined && { "m.in_reply_to": { event_id: replyTo } };
  const thread = topic !== undefined && { rel_type: "m.thread", event_id: topic };
  return { ...content, ...((reply || thread) && relation({ ...thread, ...reply })) };
}

function relation(about: object): object {
  return { "m.relates_to": about };
}
