export { formatMatrix, formatPlain, type MatrixText } from "./format-message.ts";
