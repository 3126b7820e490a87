import { memoryCommand } from "../../features/memory/command.ts";
import type { CommandModule } from "../cli/command.ts";
import { shortCommandOf } from "../cli/run-command-line.ts";
import { run as history } from "./history.ts";

const short = shortCommandOf(memoryCommand, "undo");

export const { help } = short;

/** `reeve undo`: short for `reeve memory undo`; with `--list`, for `reeve memory history`. */
export const run: CommandModule["run"] = (args, context) => {
  const others = args.filter((arg) => arg !== "--list");
  return others.length < args.length ? history(others, context) : short.run(args, context);
};
