export { run } from "./memory/history.ts";
