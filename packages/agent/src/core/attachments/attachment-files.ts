import { type DocumentFile, Fault } from "@reeve/sdk";
import type { ChatId } from "../../kernel/ids.ts";
import { type CallLabels, joinLabels, type Label, labelOfSource } from "../../kernel/label.ts";
import type { InboxRow, StoredMedia } from "../../store/messages/inbox.ts";
import type { Store } from "../../store/store.ts";
import type { ChannelFiles } from "../attachments.ts";
import { nameOf } from "../context/render/name-of.ts";
import type { Attachments } from "../../tools/media.ts";

export interface AttachmentFilesDeps {
  readonly store: Store;
  /** How files are fetched that nobody has looked into; undefined where they cannot be. */
  readonly files: (channel: string) => ChannelFiles | undefined;
  /** The largest file that is fetched. */
  readonly maxBytes: number;
  readonly labels?: Pick<CallLabels, "mark"> | undefined;
}

const FETCH_MS = 60_000;

/** Files that came with messages of one chat; those of other chats do not exist here. */
export function createAttachmentFiles(
  chat: ChatId,
  { store, files, maxBytes, labels }: AttachmentFilesDeps,
): Attachments {
  const mark = (label: Label, name: string) =>
    labels?.mark(joinLabels([label, labelOfAttachment(nameOf(name))]));

  const byId = async (id: string): Promise<DocumentFile | undefined> => {
    const kept = await store.slow.attachments.byId(id);
    if (kept?.chat !== chat) return undefined;
    const { name, mediaType, data, label } = kept;
    mark(label, name);
    return { name, mediaType, data };
  };

  const open = async (
    { kind, file, image, look }: StoredMedia,
    label: Label,
  ): Promise<DocumentFile | undefined> => {
    if (look?.as === "told" && look.attachment !== undefined) return byId(look.attachment);
    const name = file?.name ?? kind;
    if (image) {
      const stored = (await store.slow.images.load([image.id])).get(image.id);
      if (!stored) return undefined;
      mark(label, name);
      return { name, mediaType: stored.mediaType, data: Buffer.from(stored.data, "base64") };
    }
    if (!file || !READABLE.has(kind)) return undefined;
    const source = files((await store.read.chats.byId(chat))?.channel ?? "");
    if (!source) return undefined;
    mark(label, name);
    const signal = AbortSignal.timeout(FETCH_MS);
    return {
      name,
      mediaType: file.mediaType,
      data: await source.fetch(file.ref, { signal, maxBytes }),
    };
  };

  return {
    byId,
    async ofMessage(messageId, { chatId } = {}) {
      const here = await store.read.chats.byId(chat);
      if (chatId !== undefined && chatId !== here?.externalId)
        throw new Fault("denied", `${chatId} is not the current chat.`, {
          hint: "You can read only files from the current chat.",
        });
      const row = (await store.slow.inbox.find(messageId)).find(isOf(chat, messageId));
      if (row?.body.kind !== "message") return [];
      const opened: DocumentFile[] = [];
      for (const media of row.body.media ?? []) {
        const file = await open(media, row.label);
        if (file) opened.push(file);
      }
      return opened;
    },
  };
}

/** Labels a file's text: its sender does not vouch for it. */
function labelOfAttachment(where: string): Label {
  return labelOfSource({ kind: "document", where, integrity: "stranger" });
}

/** Media kinds that can be read on request. */
const READABLE: ReadonlySet<string> = new Set(["photo", "document"]);

function isOf(chat: ChatId, messageId: string): (row: InboxRow) => boolean {
  return (row) => row.chat === chat && row.messageId === messageId;
}
