import { pausesCommand } from "../../features/pauses/command.ts";
import { shortCommandOf } from "../cli/run-command-line.ts";

/** `reeve resume`: short for `reeve pauses end`. */
export const { run, help } = shortCommandOf(pausesCommand, "end");
