export {
  MAX_MESSAGE_ENTITIES,
  MAX_MESSAGE_UNITS,
  type RenderMarkdown,
  type RenderOptions,
  type RenderRich,
  type RichMessage,
  type TelegramEntity,
  type TelegramFormat,
  type TelegramPart,
  type TelegramText,
} from "./message.ts";
export { renderMarkdown } from "./render-markdown.ts";
export { renderRich } from "./render-rich.ts";
export { renderPlain } from "./split-text.ts";
