export { formatMatrix, type MatrixText } from "./format-message.ts";
