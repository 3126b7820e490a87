export { formatText, MAX_TEXT_UNITS } from "./format-text.ts";
export { splitLines } from "../split-ranges.ts";
