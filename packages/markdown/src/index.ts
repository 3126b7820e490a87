export { inlineText } from "./inline-text.ts";
export { cellText, layoutTable } from "./layout-table.ts";
export type {
  Align,
  Block,
  Cell,
  Heading,
  Inline,
  Link,
  List,
  ListItem,
  MathText,
  Quote,
  Style,
  Table,
} from "./markdown.ts";
export { parseMarkdown } from "./parse-markdown.ts";
export { unseenAddress } from "./unseen-address.ts";
