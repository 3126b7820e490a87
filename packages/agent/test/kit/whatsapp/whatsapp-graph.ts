import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";

/** Message of the agent as its reader sees it. */
export interface SeenMessage {
  readonly id: string;
  readonly to: string;
  /** `text`, `interactive`, `document` … */
  readonly type: string;
  /** Text, question or caption of a file; the name of a template. */
  readonly text: string;
  /** Titles and ids of buttons, or of the rows of a list. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Value that its statuses return. */
  readonly mark: string | undefined;
  /** File uploaded for it. */
  readonly file: StoredFile | undefined;
}

export interface StoredFile {
  readonly mediaType: string;
  readonly data: Buffer;
  readonly name?: string | undefined;
}

/** Failure of a call that sends a message, in place of normal processing. */
export type GraphAccident =
  /** Meta responds with an error of its own. */
  | { readonly type: "refuse"; readonly status: number; readonly code: number }
  /** It is carried out, and the connection breaks before the answer. */
  | { readonly type: "break" }
  /** The connection breaks before anything happens. */
  | { readonly type: "lose" };

/** A Graph API on loopback for one number, as strict as Meta's about what it takes. */
export interface WhatsAppGraph extends AsyncDisposable {
  readonly url: string;
  /** Messages sent, in order. */
  readonly sent: readonly SeenMessage[];
  /** Files that were requested, with any token. */
  readonly fetched: readonly string[];
  /** Messages that were shown as read, in order; `typing` if it was requested. */
  readonly receipts: readonly string[];
  /** Resolves once `count` messages have been sent to a number. */
  received(count: number, to: string): Promise<readonly SeenMessage[]>;
  /** Befalls the next calls that send, one each. */
  befall(...accidents: readonly GraphAccident[]): void;
  /** Stores a file that a person sent; returns its id. `host` is reported as its location. */
  keep(file: StoredFile, host?: string): string;
}

export const PHONE_NUMBER_ID = "106540352242922";
export const ACCESS_TOKEN = "EAAG-token";

/** Matches text with at least one visible character. */
const visible = z.string().regex(/[^\s\p{Cf}]/u);
const isUnlike = (texts: readonly string[]) => new Set(texts).size === texts.length;

const button = z.object({
  type: z.literal("reply"),
  reply: z.object({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
});
const row = z.object({ id: z.string().min(1).max(200), title: z.string().min(1).max(24) });
const listed = z
  .array(row)
  .min(1)
  .max(10)
  .refine((all) => isUnlike(all.map(({ id }) => id)));
const offered = z
  .array(button)
  .min(1)
  .max(3)
  .refine((all) => isUnlike(all.map(({ reply }) => reply.id)))
  .refine((all) => isUnlike(all.map(({ reply }) => reply.title)));
const upload = z.object({ id: z.string(), caption: z.string().min(1).max(1024).optional() });

const message = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  to: z.string().regex(/^\d+$/).optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Za-z0-9.]+$/)
    .optional(),
  type: z.string(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  text: z.strictObject({ body: visible.max(4096), preview_url: z.literal(false) }).optional(),
  interactive: z
    .object({
      body: z.object({ text: visible.max(1024) }),
      action: z.object({
        buttons: offered.optional(),
        button: z.string().min(1).max(20).optional(),
        sections: z
          .array(z.object({ rows: listed }))
          .max(1)
          .optional(),
      }),
    })
    .optional(),
  image: upload.optional(),
  audio: z.strictObject({ id: z.string() }).optional(),
  video: upload.optional(),
  document: upload.extend({ filename: z.string().optional() }).optional(),
  template: z.object({ name: z.string(), language: z.object({ code: z.string() }) }).optional(),
});

/** Media types that may be uploaded. Meta rejects all others, and lists these in its error. */
const MEDIA_TYPES: readonly string[] = [
  "audio/aac",
  "audio/mp4",
  "audio/mpeg",
  "audio/amr",
  "audio/ogg",
  "audio/opus",
  "application/vnd.ms-powerpoint",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/pdf",
  "text/plain",
  "application/vnd.ms-excel",
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/3gpp",
];
const MAX_MEDIA_BYTES = 100 * 1024 * 1024;

const receipt = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string(),
  typing_indicator: z.object({ type: z.literal("text") }).optional(),
});

export async function startWhatsAppGraph(): Promise<WhatsAppGraph> {
  const sent: SeenMessage[] = [];
  const receipts: string[] = [];
  const fetched: string[] = [];
  const accidents: GraphAccident[] = [];
  const files = new Map<string, StoredFile & { readonly host?: string | undefined }>();
  const arrivals = new EventTarget();

  const keep: WhatsAppGraph["keep"] = (file, host) => {
    const id = String(9000 + files.size);
    files.set(id, { ...file, host });
    return id;
  };
  const receiveMessage = (body: unknown): string => {
    const given = message.parse(body);
    const { interactive, text, template, image, video, audio, document: doc } = given;
    const file = image ?? video ?? audio ?? doc;
    const { buttons = [], sections = [] } = interactive?.action ?? {};
    const choices = [...buttons.map(({ reply }) => reply), ...sections.flatMap(({ rows }) => rows)];
    const id = `wamid.OUT${sent.length + 1}`;
    const stored = file && files.get(file.id);
    if (file && !stored) throw new Error(`there is no media ${file.id}`);
    sent.push({
      id,
      to: given.to ?? given.recipient ?? "",
      type: given.type,
      text:
        text?.body ??
        interactive?.body.text ??
        template?.name ??
        image?.caption ??
        video?.caption ??
        doc?.caption ??
        "",
      buttons: Object.fromEntries(choices.map(({ title, id: data }) => [title, data])),
      mark: given.biz_opaque_callback_data,
      file: stored && { ...stored, name: doc?.filename },
    });
    arrivals.dispatchEvent(new Event("arrival"));
    return id;
  };
  const answerMessages = (body: unknown, response: ServerResponse) => {
    const read = receipt.safeParse(body).data;
    if (read) {
      receipts.push(read.typing_indicator ? `${read.message_id} typing` : read.message_id);
      return answer(response, 200, { success: true });
    }
    const accident = accidents.shift();
    if (accident?.type === "lose") return response.destroy();
    if (accident?.type === "refuse")
      return answer(response, accident.status, {
        error: { code: accident.code, message: `(#${accident.code}) refused` },
      });
    const id = receiveMessage(body);
    if (accident?.type === "break") return response.destroy();
    return answer(response, 200, { messaging_product: "whatsapp", messages: [{ id }] });
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { pathname } = new URL(request.url ?? "", "http://graph");
    if (pathname.startsWith("/files/")) fetched.push(pathname);
    if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`)
      return answer(response, 401, { error: { code: 190, message: "Invalid OAuth access token" } });
    if (pathname === `/v23.0/${PHONE_NUMBER_ID}`)
      return answer(response, 200, { display_phone_number: "+1 555-078-3881" });
    if (pathname === `/v23.0/${PHONE_NUMBER_ID}/messages`)
      return answerMessages(JSON.parse(body.toString("utf8")), response);
    if (pathname === `/v23.0/${PHONE_NUMBER_ID}/media`)
      return answer(response, 200, { id: keep(await readForm(request, body)) });
    const [, root, id = ""] = pathname.split("/");
    const file = files.get(id);
    if (!file) return answer(response, 404, { error: { code: 100, message: "no such object" } });
    if (root === "files") return response.end(file.data);
    const host = file.host ?? url;
    return answer(response, 200, {
      url: `${host}/files/${id}`,
      mime_type: file.mediaType,
      file_size: file.data.byteLength,
    });
  };

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) =>
      answer(response, 400, { error: { code: 100, message: String(error) } }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url,
    sent,
    receipts,
    fetched,
    keep,
    befall: (...more) => void accidents.push(...more),
    async received(count, to) {
      const ofPerson = () => sent.filter((one) => one.to === to);
      while (ofPerson().length < count) await once(arrivals, "arrival");
      return ofPerson();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readForm({ headers }: IncomingMessage, body: Buffer): Promise<StoredFile> {
  const type = headers["content-type"] ?? "";
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  if (!(file instanceof Blob)) throw new Error("there is no file");
  if (form.get("messaging_product") !== "whatsapp") throw new Error("it is of no product");
  if (!MEDIA_TYPES.includes(file.type))
    throw new Error(
      `(#100) Param file must be a file with one of the following types: ${MEDIA_TYPES.join(", ")}. Received file of type '${file.type}'.`,
    );
  if (file.size === 0 || file.size > MAX_MEDIA_BYTES)
    throw new Error(`(#100) a file of ${file.size} bytes is not taken`);
  return { mediaType: file.type, data: Buffer.from(await file.arrayBuffer()) };
}
