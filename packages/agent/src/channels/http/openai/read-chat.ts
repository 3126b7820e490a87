import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Media } from "../../../kernel/envelope.ts";
import { readImageData } from "../read-image-data.ts";

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.union([z.string(), z.looseObject({ url: z.string() })]).optional(),
});

/** A request in OpenAI's form. What is not named here is taken and has no meaning. */
export const chatBody = z.looseObject({
  model: z.string().optional().describe("Any name. The agent chooses the model."),
  messages: z
    .array(
      z.looseObject({
        role: z.string(),
        content: z.union([z.string(), z.array(part), z.null()]).optional(),
      }),
    )
    .min(1)
    .describe("Only the newest user message is read, because the agent stores the history itself."),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  user: z
    .string()
    .min(1)
    .max(100)
    .nullish()
    .describe("The name of the chat to use, if the conversation header is not set."),
});

export type ChatBody = z.output<typeof chatBody>;

/** The newest thing that the user says. */
export function readChat({ messages }: ChatBody): {
  readonly text: string;
  readonly media?: readonly Media[];
} {
  const newest = messages.findLast(({ role }) => role === "user");
  if (!newest)
    throw new Fault("invalid", "The messages contain no user message.", {
      hint: 'Send at least {"role": "user", "content": "…"}.',
    });
  const { content } = newest;
  if (typeof content === "string") return { text: content };
  const parts = content ?? [];
  const images = parts.flatMap(({ image_url: image }) => image ?? []).map(toMedia);
  return {
    text: parts.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n"),
    ...(images.length > 0 && { media: images }),
  };
}

function toMedia(image: string | { readonly url: string }): Media {
  const url = typeof image === "string" ? image : image.url;
  if (!url.startsWith("data:"))
    throw new Fault("invalid", `Image URLs are not supported: ${url.slice(0, 100)}`, {
      hint: "Send the image in the request as data:image/png;base64,….",
    });
  return { kind: "photo", image: readImageData(url) };
}
