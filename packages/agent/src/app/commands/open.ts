import { tokensCommand } from "../../features/tokens/command.ts";
import { shortCommandOf } from "../cli/run-command-line.ts";

/** `reeve open`: short for `reeve tokens link`. */
export const { run, help } = shortCommandOf(tokensCommand, "link");
