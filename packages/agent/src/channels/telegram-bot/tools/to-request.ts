import { Fault } from "@reeve/sdk";
import { InputFile, type Api } from "grammy";
import type { InputRichMessage, ReplyParameters } from "grammy/types";
import { renderMarkdown } from "chat-markdown/telegram";
import type { PostOptions, ReplyKeyboard, TelegramPost } from "../../../integrations/telegram.ts";
import type { TelegramChat } from "../chat-address.ts";
import { NO_PREVIEW } from "../outgoing/send-piece.ts";
import type { OutgoingDeps } from "../outgoing/outgoing-deps.ts";

type Posting = Exclude<TelegramPost, { readonly type: "speech" }> | SpokenPost;

/** Speech that is ready to be sent. */
interface SpokenPost {
  readonly type: "spoken";
  readonly data: Uint8Array;
  readonly seconds: number;
  readonly caption?: string | undefined;
}

/** Returns the request that posts a message, and fails if it does not fit into one. */
export function toRequest(
  post: Posting,
  { chat, topic }: TelegramChat,
  { replyToId, quote }: PostOptions,
): (api: Api) => Promise<{ readonly message_id: number }> {
  const reply: ReplyParameters | undefined =
    replyToId === undefined
      ? undefined
      : {
          message_id: replyToId,
          ...(quote && { quote: quote.text, quote_position: quote.offset }),
        };
  const options = {
    ...(topic !== undefined && { message_thread_id: topic }),
    ...(reply && { reply_parameters: reply }),
  };
  const worded = (caption: string | undefined) => ({
    ...options,
    ...(caption !== undefined && captionOf(caption)),
  });
  switch (post.type) {
    case "text": {
      const { text, entities } = renderOne(post.text);
      const keyboard = post.keyboard && { reply_markup: toMarkup(post.keyboard) };
      const extras = { entities: [...entities], ...NO_PREVIEW, ...options, ...keyboard };
      return (api) => api.sendMessage(chat, text, extras);
    }
    case "photo":
      return (api) => api.sendPhoto(chat, toFile(post.file), worded(post.caption));
    case "video":
      return (api) => api.sendVideo(chat, toFile(post.file), worded(post.caption));
    case "animation":
      return (api) => api.sendAnimation(chat, toFile(post.file), worded(post.caption));
    case "document":
      return (api) => api.sendDocument(chat, toFile(post.file), worded(post.caption));
    case "voice": {
      const duration = post.duration === undefined ? {} : { duration: post.duration };
      return (api) =>
        api.sendVoice(chat, toFile(post.file), { ...duration, ...worded(post.caption) });
    }
    case "spoken": {
      const duration = Math.round(post.seconds);
      const file = new InputFile(post.data, "voice.ogg");
      return (api) => api.sendVoice(chat, file, { duration, ...worded(post.caption) });
    }
    case "sticker":
      return (api) => api.sendSticker(chat, toFile(post.file), options);
    case "packed-sticker":
      return async (api) => {
        const { stickers } = await api.getStickerSet(post.pack);
        const sticker = stickers[post.index];
        if (sticker) return api.sendSticker(chat, sticker.file_id, options);
        throw new Fault("missing", `The pack ${post.pack} has only ${stickers.length} stickers.`, {
          hint: "Choose a position below that number; 0 is the first.",
        });
      };
    case "rich": {
      const message = toRichMessage(post);
      return (api) => api.sendRichMessage(chat, message, options);
    }
    case "poll": {
      const { question, isAnonymous, allowsSeveral, right, closePeriod, closeDate } = post;
      const answers = post.options.map((text) => ({ text }));
      const extras = {
        is_anonymous: isAnonymous,
        ...(right
          ? {
              type: "quiz" as const,
              correct_option_ids: [right.option],
              ...(right.explanation !== undefined && { explanation: right.explanation }),
            }
          : { allows_multiple_answers: allowsSeveral }),
        ...(closePeriod !== undefined && { open_period: closePeriod }),
        ...(closeDate !== undefined && { close_date: closeDate }),
        ...options,
      };
      return (api) => api.sendPoll(chat, question, answers, extras);
    }
    case "location":
      return (api) => api.sendLocation(chat, post.latitude, post.longitude, options);
    case "dice":
      return (api) => api.sendDice(chat, post.emoji, options);
  }
}

/** Turns speech into a post that can be sent. */
export async function speak(
  post: TelegramPost,
  say: OutgoingDeps["say"],
  signal: AbortSignal,
): Promise<Posting> {
  if (post.type !== "speech") return post;
  if (!say)
    throw new Fault("unavailable", "There is no voice to speak with.", {
      hint: "Set speech.tts.provider, or send an audio file by its path.",
    });
  const { data, seconds } = await say(post.text, { voice: post.voice, signal });
  return { type: "spoken", data, seconds, caption: post.caption };
}

/** Renders Markdown as the text of a single message. */
export function renderOne(markdown: string) {
  const [first, ...others] = renderMarkdown(markdown, { longCode: "split" });
  if (first?.type !== "text" || others.length > 0)
    throw new Fault("invalid", "The text does not fit into one message of 4096 characters.", {
      hint: "Shorten it, or send it in several messages.",
    });
  return first;
}

/** Maximum length of a caption, in UTF-16 units. */
const MAX_CAPTION = 1024;

export function captionOf(markdown: string) {
  const { text, entities } = renderOne(markdown);
  if (text.length > MAX_CAPTION)
    throw new Fault("invalid", `The caption is longer than ${MAX_CAPTION} characters.`, {
      hint: "Shorten it, or send the text in a message of its own.",
    });
  return { caption: text, caption_entities: [...entities] };
}

export function toFile({ name, data }: { readonly name: string; readonly data: Uint8Array }) {
  return new InputFile(data, name);
}

function toMarkup({ rows, isOneTime, isResized, isSelective }: ReplyKeyboard) {
  return {
    keyboard: rows.map((row) => row.map((text) => ({ text }))),
    one_time_keyboard: isOneTime,
    resize_keyboard: isResized,
    selective: isSelective,
  };
}

const PLACE = /^[ \t]*\{\{(\d+)\}\}[ \t]*$/gmu;

/** Puts files where their numbers stand alone on a line; the others come last. */
function toRichMessage({ text, media }: Extract<TelegramPost, { type: "rich" }>): InputRichMessage {
  const placed = new Set<number>();
  const linkTo = (n: number) => {
    const one = media[n - 1];
    if (!one)
      throw new Fault("invalid", `The text names {{${n}}}, but media has no such file.`, {
        hint: `Files are numbered from {{1}} to {{${media.length}}}.`,
      });
    placed.add(n);
    const words = (one.caption ?? "").replaceAll(/[[\]\\"]/gu, "\\$&");
    return `![](tg://${kindOf(one.file.name)}?id=file${n} "${words}")`;
  };
  const body = text.replaceAll(PLACE, (_, digits: string) => linkTo(Number(digits)));
  const left = media.map((_, index) => index + 1).filter((n) => !placed.has(n));
  return {
    markdown: [body, ...left.map(linkTo)].join("\n\n"),
    media: media.map(({ file }, index) => ({
      id: `file${index + 1}`,
      media: { type: kindOf(file.name), media: toFile(file) },
    })),
  };
}

function kindOf(name: string): "photo" | "video" | "audio" | "document" {
  if (/\.(png|jpe?g|webp)$/i.test(name)) return "photo";
  if (/\.(mp4|mov|webm)$/i.test(name)) return "video";
  if (/\.(mp3|m4a|ogg)$/i.test(name)) return "audio";
  return "document";
}
