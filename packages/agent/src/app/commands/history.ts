import { memoryCommand } from "../../features/memory/command.ts";
import { shortCommandOf } from "../cli/run-command-line.ts";

/** `reeve history`: short for `reeve memory history`. */
export const { run, help } = shortCommandOf(memoryCommand, "history");
