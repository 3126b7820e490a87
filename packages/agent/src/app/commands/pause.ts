import { pausesCommand } from "../../features/pauses/command.ts";
import type { CommandModule } from "../cli/command.ts";
import { shortCommandOf } from "../cli/run-command-line.ts";

const start = shortCommandOf(pausesCommand, "start");
const list = shortCommandOf(pausesCommand, "list");

export const { help } = start;

/** `reeve pause`: short for `reeve pauses start`; with `--list`, for `reeve pauses list`. */
export const run: CommandModule["run"] = (args, context) => {
  const others = args.filter((arg) => arg !== "--list");
  return others.length < args.length ? list.run(others, context) : start.run(args, context);
};
